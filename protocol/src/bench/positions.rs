//! The positions of the bench: start positions, positions known from the literature, and one position each from games that
//! the engine has played against itself, the later in the list the later in its game. Among those of Keyles are captured kings and
//! races. Where a die is thrown it shows a number.

/// The positions of a game.
pub fn of(variant: &str) -> &'static [&'static str] {
    match variant {
        "chess" => &CHESS,
        "knightrelay" => &KNIGHT_RELAY,
        "quex" => &QUEX,
        "keyles" => &KEYLES,
        "chex" => &CHEX,
        "chexpbm" => &CHEX_BY_MAIL,
        "kaleido" => &KALEIDO,
        "kaleidodice" => &KALEIDO_DICE,
        "kaleidopawns" => &KALEIDO_PAWNS,
        "kaleidoravens" => &KALEIDO_RAVENS,
        _ => &[],
    }
}

/// By how many plies the positions of a game are searched less deep than those of chess, so that no game takes up most of the bench: luck multiplies the
/// tree.
pub fn shallower_by(variant: &str) -> u32 {
    match variant {
        "chex" | "chexpbm" => 8,
        "kaleidodice" => 10,
        "kaleido" | "kaleidopawns" | "kaleidoravens" => 5,
        _ => 0,
    }
}

const CHESS: [&str; 21] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnb1kbnr/p1ppqppp/1p6/8/4Pp2/N4NP1/PPPP3P/R1BQKB1R w KQkq - 0 6",
    "r1bqkb1r/pp1npp1p/3p1n2/P5p1/2P5/3BP3/1P2NPPP/RNBQK2R w KQkq - 0 8",
    "r1bqkb2/pp2pp1r/n1p2n1p/3p4/6p1/1PNPPNP1/PBP2PBP/R2QK2R w KQq - 0 10",
    "r1b1kbr1/pp1npn1p/1qp5/5p2/3Pp3/2N1B1PN/PPP2PBP/R1QR2K1 w q - 2 12",
    "2r1q2r/pb1pbkp1/1pn1pp2/2p4p/2P1PPnP/P1NP1NPB/1P1B4/R2QR1K1 w - - 6 14",
    "r2qkb1r/3bn3/p2p1p2/1pp3p1/3P2Rp/BPNBP3/P1P1QP1P/R3K3 w Qkq - 0 16",
    "3qk2r/4pp1p/6pn/1p3b2/1P1N1Pn1/3P4/1B1QB1PP/r3K2R w Kk - 0 18",
    "2r1kb1r/p3ppp1/2p1bnqp/2p5/P1N1P3/3P1PQ1/1BPN2PP/1R3RK1 w k - 1 20",
    "3bk1nr/p2p1p2/2b1p3/1Np1P3/3r2P1/P3B1N1/1QP1B2q/1R2K3 w k - 0 23",
    "1n4k1/q4ppp/4p3/r2pP3/3n1P2/p1PQ2PP/3N4/5RK1 w - - 0 26",
    "2rr4/p4q1k/2n2b1p/P2np3/QpNp1pR1/3P1P2/1P2PB2/4RKN1 w - - 2 29",
    "4k2r/5R2/5np1/6Np/P2p3P/8/1P3BP1/6K1 w - - 4 32",
    "1q2r1k1/2p2pp1/4bn1p/1p6/pPP3P1/P1Q1pP2/1N2B1KP/3R4 w - - 2 35",
    "1r3r1k/7p/3qBp2/5P2/8/4Q3/5KPP/4R3 w - - 7 39",
    "6R1/8/1p3p2/1P1N1k2/3P2p1/5n2/1P3PKr/8 w - - 9 43",
    "8/p2k4/7b/PP6/2PP4/4pN2/4K3/8 w - - 3 47",
    "8/p7/5k2/2p2b2/8/BPKn4/P3r3/6q1 w - - 0 51",
    "8/8/4N3/4R1p1/1n1K1k1P/5P2/8/8 b - - 4 68",
];

const KNIGHT_RELAY: [&str; 21] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1",
    "r1bqkbnr/pppn2pp/2p2p2/8/4PP2/6P1/PPP4P/RNBQKBNR w KQkq - 0 6",
    "rnbqkbn1/1pp1pp2/p5p1/6p1/8/2P2N2/PP1PPP2/RNBQK2B w Qq - 0 8",
    "2kr1bnr/ppp3pp/1pn3p1/3qPp2/5Pb1/2N1P1Q1/PPPBB1PP/R3K1NR w KQ - 2 10",
    "r1b2bkr/ppp1q1pp/2n1P3/3P1p2/3Pn3/N4B1N/PPP3PP/R1BQR1K1 w - - 3 12",
    "bn1qk3/4p2r/1p3n2/2pp1p2/4N3/5NP1/1PPQPP1P/4KB1R w K - 0 14",
    "r1b2rk1/pp1n2pp/2p5/4Bn2/3N4/2N1B3/PPPK3P/7R w - - 1 16",
    "3q1rk1/1p1bb1pp/n2p1p1n/1NpPpN2/2P5/1B6/1PP1B1PP/Q4RK1 w - - 0 18",
    "4r1k1/1b3ppp/1pq5/2ppbnP1/1n5P/2NB1NP1/1PP2P2/2BQR1K1 w - - 3 20",
    "r1br2k1/5ppp/p4q2/4n3/R1QBN3/1Pn2NPP/2P2P2/6K1 w - - 5 23",
    "6kr/1p6/1r3np1/1N2n3/3P1BbP/1K3NP1/3R1P2/7R w - - 0 26",
    "1k6/ppp5/5nn1/3r2p1/P2NNq2/1P1p1P2/3Q4/6K1 w - - 1 29",
    "6k1/3r1p2/2p1p3/p1N5/2nNn2b/PPPBb3/3B4/1R2K3 w - - 2 32",
    "r5k1/6qp/5n2/8/P2n1P2/8/3NqNKP/8 w - - 2 35",
    "7r/7k/1p1Rnp1P/5np1/3NN2p/Q7/P4P2/6K1 w - - 0 39",
    "6k1/bP1Q1p2/4nn1P/4NNBq/4P3/3P4/8/1K6 w - - 5 43",
    "5r2/1q3Nk1/3p4/2p5/3nPP2/3nN3/1p4PQ/6K1 w - - 2 47",
    "6k1/6bp/3n4/6n1/1p1NN1P1/6qr/6R1/3Q2K1 w - - 10 51",
    "1k5r/8/8/8/1n4PR/5N1K/p1n4P/N4q2 w - - 3 61",
    "8/2R5/1n6/3N2N1/2nK4/1k6/8/8 b - - 45 68",
];

const QUEX: [&str; 17] = [
    "10/rpnlqklnpr/cftwggwtfc/10/10/10/10/CFTWGGWTFC/RPNLQKLNPR/10[] w - - 0 1",
    "10/rpnlqkl2r/cf2ggwpf1/3tw1nt1c/10/4T5/4G1T3/CF1WPGW1FC/R1NL1KLNPR/9Q[] b - - 1 9",
    "10/crn1qkpnrc/1flwglg1f1/2tp3w2/7t2/4T5/3PN1T1P1/1F1WGGW1FC/CRNLQ1LR2/5K4[] w - - 0 15",
    "r9/1cnlqkpnr1/2pwglg1fc/1f3w1t2/2T7/5T4/1F1N2P3/1CPWGGW1F1/2R1QK1NRC/4LL4[t] b - - 0 16",
    "10/c1r1qk1r1c/1f1w1lgpf1/1l1g2nt2/10/3p1W4/3N2NW2/1F1GP1G1F1/CR1LQKL1RC/10[PTTnwt] w - - 1 25",
    "p1r7/c3qklc2/1r2lpw3/1f1g2ntf1/5w4/4gN1T2/1P1NW3F1/1FLG1LGP2/C1R4RKC/9Q[WTnt] b - - 0 32",
    "5q1k2/1r5r1c/pf2lp1lf1/c4gnw2/10/1F3T4/3G1GP1F1/2L2NW3/C3QKLR1C/2R7[NPWTngwtt] w - - 1 38",
    "5l4/c1r2k1r1c/1f1g1pq1f1/3nwl4/8F1/4W1g3/3G2N3/CFRLPWG3/8RC/Q5K3[LNPTTnpwtt] w - - 3 40",
    "9q/cr3k4/4l1wl2/2gpp4P/1f1w6/1F2gWGC2/1PT7/3GLLK3/C3R5/9Q[RNNWTFrnncttf] b - - 1 49",
    "5n1k2/2r5rc/5pgl2/c3w5/10/4N3f1/g1p2W4/4P1G1F1/CR3KLR1C/4N5[QLPGWTTFqlnwttf] w - - 0 55",
    "10/8rk/1f3pg2c/10/2r1qw2f1/Q9/1F2t5/3G2G2R/1C3P1RCK/10[LLNNPWWTTFllnnpgcwt] w - - 0 61",
    "q6lk1/r9/5p3c/2n1g5/4w2C2/1fWnP1G3/7T2/1Q4LLF1/C8R/9K[RNNPGWTFrlpgcwttf] b - - 4 66",
    "7k2/7c2/2c2p4/2r7/Qf3gp3/3W3f2/3G6/1F5PK1/1C4L2C/10[RRLNNPGWTTFqrllnngwwtt] w - - 0 72",
    "8p1/8k1/1cl1rp1c2/1f8/10/9R/W7F1/1F4P1C1/1CL7/6K3[QRLNNPGGWTTqrlnnggwwttf] w - - 0 78",
    "10/8k1/6l1f1/8c1/10/1C3P3w/7K1g/8C1/10/10[QRRLLNNPGGWWTTFFqrrlnnppgcwttf] b - - 0 83",
    "10/1cl3kc2/1f2p5/8NK/10/C6P2/10/10/8r1/10[QRRLLNPGGCWWTTFFqrlnnpggwwttf] b - - 0 89",
    "10/5k4/1c4w1c1/5l4/5L4/6W1F1/5P1G2/10/4K5/1q8[QRRLNNPGCCWTTFrrlnnppgwttff] w - - 10 95",
];

const KEYLES: [&str; 16] = [
    "10/rpnlqklnpr/cftwggwtfc/10/10/10/10/CFTWGGWTFC/RPNLQKLNPR/10[] w - - 0 1",
    "10/rpnlq1lnpr/cftw1gktf1/4g2w2/9c/10/4GG1W2/CFTWL2TFC/R1N2KLNPR/2P4Q2[] w - - 0 8",
    "2p4p2/r1nlq2n1r/cf2gg1lfc/2t1wk1wt1/10/10/2W1G1TWN1/CFT2GK1FC/R1NLQ1L1PR/2P7[] w - - 0 10",
    "2p7/rc1lq1l1pr/2t1g4c/1fwngw2f1/5kt3/10/1F1N2KW2/C1TWGNLTFC/R3Q4R/2P2L1P2[Gn] w - - 0 18",
    "2p4p2/r1nlq1l2r/cf3gk1c1/2w1gwn1f1/2t7/6Tt2/1FTGWK1W2/1C2LG2FC/R1NQ2L2R/2P2N1P2[] b - - 1 15",
    "p6p2/2rl2l2r/c2w2ntc1/1ft4wf1/4N5/5k4/1FW2L1WT1/1CT5FC/4R1L2R/2P4P2[KQNGGqngg] w - - 0 29",
    "2p1n2p2/r5q2r/2t1l1k1w1/1f7c/1c1G2g3/7L2/C1W1G2W2/1F2L1K1FC/R5Q2R/2P4P2[NNTTlngwtf] w - - 0 30",
    "8L1/5w2c1/2c4t2/2k4K2/1l8/6W1F1/1F8/8C1/3tl5/9R[QRLNNPPGGCWTTqrrnnppggwff] b - - 1 68",
    "2p4p1r/r6q2/c2lng1t1c/2wtglnwf1/1f1G6/6K1C1/1F1NW1NWP1/1CT1LL1TF1/6R2R/Q1P1G5[k] b - - 0 30",
    "2p4p2/9r/5g2f1/2w3nwc1/1f1k6/5G3C/2WNLKPWl1/1CT2N2F1/10/9R[QRLPGTFqrlngctt] b - - 3 42",
    "3g6/10/2c7/6pw1c/2p7/2P1G3F1/8k1/1K4W3/10/C9[QRRLLNNPGCWTTFqrrllnngwttff] w - - 3 83",
    "1q5p2/6r3/1cp4c2/2w7/1fg2l4/1F3k1f2/1G5W2/2CK2L3/3R2PQ1C/2P7[RLNNGWTTFrlnngwtt] w - - 0 66",
    "2q7/6r1k1/4n5/3g6/F2w3c2/5t4/3N3F2/1CT4P2/8R1/4P4Q[KRLLNGGCWWTrllnppgcwtff] w - - 0 65",
    "7p2/10/1c5tc1/Kpt7/3k2w3/3P3f2/1PWL3W2/1F6F1/8q1/4Q5[RRLNNGGCCTTrrllnnggwf] b - - 2 53",
    "2p7/4q4r/1ct4pfc/1fwn1lgw2/8t1/1T6F1/1FWK2G3/1C1LG2C2/Q8R/2P4P2[RLNNWTkrlng] b - - 0 29",
    "10/4p5/1ctg3Q2/2w7/10/10/5KkWF1/4P2C2/10/8q1[RRLLNNPGGCWTTFrrllnnpgcwtff] w - - 0 56",
];

const CHEX: [&str; 5] = [
    "1[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
    "7P/6p1/5N2/4p3/2KP4/p3r3/1BPP4/3b4[QRRBNPPPPkqrbnnppppp] w - - 1 8",
    "6P/5p1/4N2/3p3/2P4/3K3/pbP4/1n5/1P5[QRRNPPPkqrbnppppp] w - - 0 12",
    "8P/7p1/6P2/5rp2/6K2/5b3/4R4/3k5/3P5/2p6/1N7/n8[QRBBNPPPPPqrbnppppp] w - - 0 8",
    "26P/25p1/24P2/23n3/22Q4/19Ppp5/18r8/17N9/18k8/17P9/16p10/15P11/14p12/13N13/12p14/11R15/10p16/9P17/8B18/7B19/6b20/5K21/P3n22/1P1R23/2p24[] b - - 0 33",
];

const CHEX_BY_MAIL: [&str; 4] = [
    "1[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
    "8P/7p1/4Q1P2/3p1n3/2p6/NP7/rk7[KRRBBNPPPPPqrbbnppppp] w - - 2 8",
    "7P/6p1/5r2/4B3/2KP4/3P4/1PP1b3/5n2/4p3/3R4/2p5/1N6/p7[QRPPPkqrbnpp] w - - 0 16",
    "9P/8p1/7r2/6B3/5P4/4KP4/2PPP1b1P1/7n2/6p3/5R4/4p5/3N1R4/k1p2p4/1pnb6/4r5[] w - - 0 26",
];

const KALEIDO: [&str; 5] = [
    "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - - 0 1",
    "RWRL4DL1/EVPPH4T1/11/pvet1d3ph/rwrl5l1/evp6th/3T5p1/PVE6PH/1 w 7E-7D 6E-4F 8 5",
    "RWR4D3/EVPP3HLT1/4l6/pvet4dph/rwrl7/e1v7h/8tp1/PVE1L4PH/1 w 1J-8E 6J-7I 8 11",
    "1W9/EVPPR2HLT1/4l3R2/pvet5ph/rw1l4d2/e1v7h/4H3tp1/PVE1L4P1/1 w 1D-3I 4F-5I 7 17",
    "1W1R1R5/E1PP3HLTV/11/pve1t4ph/rw1lt1l4/1e1d6h/v8p1/PVE1L3HP1/1 w 8K-8J 5F-5G 31 29",
];

const KALEIDO_DICE: [&str; 4] = [
    "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w5 - - 0 1",
    "RWRL2d1TLD/V1EP6H/P1p8/1vet5ph/rwrl5l1/evpp5th/11/PVET5PH/1 w6 2J-1I 4A-3C 8 5",
    "1W1LE1d1TLR/1VRP6H/P1v6D1/p1et5ph/rwrl5l1/evpp5th/11/PVET5PH/1 w3 1C-3J 5K-4C 32 17",
    "1WVLE3TLD/R1RP6H/P3v6/p1eth4p1/1w1r5lr/evpp5th/8l2/PVET5PH/1 w1 1A-2A 5C-5D 11 29",
];

const KALEIDO_PAWNS: [&str; 3] = [
    "RWRL5LD/EVPP5TH/11/pppp5pp/pppp5pp/pppp5pp/11/PVET5PH/1 w - - 0 1",
    "RWRL5L1/EVPP5TH/2p8/p1p1p4pp/pppp1D2p1p/pppp5pp/11/PVET5PH/1 w 3F-5F 5J-5I 8 5",
    "RW1LD4L1/1VPR5TH/5E5/ppp1p5p/ppp1pp1p2p/pppp5pp/11/PVET5PH/1 w 2H-1E 4F-5H 17 29",
];

const KALEIDO_RAVENS: [&str; 3] = [
    "RWRL5LD/EVPP5TH/11/vvvv5vv/vvvv5vv/vvvv5vv/11/PVET5PH/1 w - - 0 1",
    "RWRL5L1/EVP6TH/3v1D3P1/2vvv4vv/vvv6vv/vvvv4vvv/11/PVET5PH/1 w 2D-3J 3K-3D 20 11",
    "RW3D3LE/1VR1L3ETH/2v6PP/v1vv5vv/vvv6vv/vvvv4vvv/11/PV1T5PH/1 w 3B-3K 3D-3C 56 29",
];

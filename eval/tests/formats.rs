//! File formats of weights and networks: files written by former versions must still load.

use engine::variants::{Chess, Chex, Kaleido, Quex};
use eval::HandCraftedEval;
use eval::nnue::{Base, L1_SIZES, Network, NetworkFile, OUTPUT_BUCKETS};
use serde::Serialize;

/// Network file as it was declared when the first networks were written.
#[derive(Serialize)]
struct FormerNetworkFile {
    format: u32,
    variant: String,
    men: u16,
    bias: Vec<i16>,
    rows: Vec<i16>,
    outputs: Vec<i16>,
}

#[test]
fn network_files_of_former_versions_load() {
    let l1_size = L1_SIZES[0];
    let numbers = |count: usize| (0..count).map(|i| (i % 199) as i16 - 99).collect::<Vec<i16>>();
    let former = FormerNetworkFile {
        format: 1,
        variant: "chess".into(),
        men: 32,
        bias: numbers(l1_size),
        rows: numbers(768 * l1_size),
        outputs: numbers(OUTPUT_BUCKETS * l1_size),
    };
    let bytes = postcard::to_stdvec(&former).unwrap();
    let file = NetworkFile::read(&bytes).unwrap();
    assert_eq!(
        (file.format, file.variant.as_str(), file.piece_count, file.base),
        (NetworkFile::FORMAT, "chess", 32, Base::Hce)
    );
    assert_eq!((&file.ft_biases, &file.ft_weights), (&former.bias, &former.rows));
    // The opponent's output weights have the other sign.
    let (rows, _) = file.output_weights.as_chunks::<{ 2 * L1_SIZES[0] }>();
    for (both, row) in rows.iter().zip(former.outputs.chunks(l1_size)) {
        assert_eq!(both[..l1_size], *row);
        assert!(both[l1_size..].iter().zip(row).all(|(&opponent, &own)| opponent == -own));
    }
    assert_eq!((rows.len(), &file.output_biases), (OUTPUT_BUCKETS, &vec![0; OUTPUT_BUCKETS]));
    assert!(Network::read::<Chess>(&bytes).is_ok());
    // Format 2: the base follows.
    let second = postcard::to_stdvec(&(FormerNetworkFile { format: 2, ..former }, Base::Psqt)).unwrap();
    assert_eq!(NetworkFile::read(&second).unwrap(), NetworkFile { base: Base::Psqt, ..file });
    assert_eq!(Network::read::<Chess>(&second).unwrap().base(), Base::Psqt);
}

/// Names of the rows of a game's weights with their lengths, as weights files have them.
fn rows<G: HandCraftedEval>() -> String {
    let rows: Vec<String> = G::ROWS.iter().map(|row| format!("{} {}", row.name, row.len)).collect();
    rows.join(", ")
}

#[test]
fn weights_files_of_former_versions_name_the_same_rows() {
    assert_eq!(
        rows::<Chess>(),
        "material 6, pawn_squares 32, knight_squares 32, bishop_squares 32, rook_squares 32, queen_squares \
         32, king_squares 32, knight_mobility 9, bishop_mobility 14, rook_mobility 15, queen_mobility 28, \
         bishop_pair 1, bishop_pawns 1, minor_outpost 3, minor_behind_pawn 1, rook_file 2, rook_seventh 1, \
         doubled 1, isolated 2, backward 2, supported 8, phalanx 8, passed 8, passed_enemy_king 8, \
         passed_own_king 8, passed_free_step 8, passed_free_path 8, passed_blocked 8, passed_knight_blocked \
         8, passed_relayed 8, rook_behind_passed 1, unstoppable 1, shelter_king_file 8, shelter_side_file 8, \
         storm 8, storm_blocked 8, threat_by_pawn 6, threat_by_minor 6, threat_by_rook 6, threat_by_king 1, \
         hanging 1, push_threat 1, space 1, relayed 6, relay_leaps 6, relay_next 6, blockade 8, \
         checks_left 3, check_danger 3, check_danger_square 3, safe_check 12, check_next 3, unsafe_check 3, \
         open_lines 3, checkers 12"
    );
    assert_eq!(
        rows::<Quex>(),
        "material 11, ranks 110, files 55, queen_mobility 18, rook_mobility 10, lord_mobility 9, \
         knight_mobility 9, prince_mobility 9, lord_pair 1, champion_guarded 1, pion_guarded 1, pion_alone 1, \
         held_up 1, prospect 30, open_way 10, danger 24, safe_check 11, shelter 9, room 9, threat_by_pion 11, \
         threat_by_minor 11, threat_by_rook 11, threat_by_king 1, hanging 2, run 16, springboard 5, \
         immune_king 10, king_attacked 2, champions 10, cheapest 11"
    );
    assert_eq!(rows::<Chex>(), "material 6");
    assert_eq!(rows::<Kaleido>(), "material 9, squares 135");
}

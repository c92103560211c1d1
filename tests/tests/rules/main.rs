//! Rules of every game: each ruling, generators against reference generators, texts, chance, and exchange evaluation.

mod articulation_chex;
mod chance;
mod chess;
mod chess960;
mod chex;
mod circe;
mod custom;
mod custom_files;
mod every_game;
mod generator_chex;
mod generator_kaleido;
mod generator_kaleido_many;
mod generator_quex;
mod generator_relatives;
mod kaleido;
mod kaleido_many;
mod knight_relay;
mod malformed_text;
mod move_facts_kaleido;
mod move_facts_kaleido_many;
mod quex;
mod relatives;
mod see_orthodox;
mod see_quex;
mod series;
mod symmetry;

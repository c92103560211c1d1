"""`motley-cluster tune network`, with Motley's programs; workers and coordinator are killed meanwhile."""

import subprocess
from pathlib import Path

from test_commands import command, game_files, kill_in_steps, programs, units_of


def network_words(folder: Path, games: int) -> tuple[list[str], list[str]]:
    """Words of a training, and two new files of games for it."""
    files = game_files(folder, "knightrelay", games)
    return ["network", "--variant", "knightrelay", "--lambda", "0.5", "--batch", "256", "--epochs", "6"], files


def train(words: list[str], files: list[str], output: Path, workers: int = 2) -> bytes:
    """Trains on a cluster; returns the network."""
    cluster = command("tune", *words, *files, "--programs", programs("tune"), "--output", str(output))
    cluster[cluster.index("--workers") + 1] = str(workers)
    done = subprocess.run(cluster, capture_output=True, text=True, check=True)
    assert done.stdout == f"the network is {output}/network\n"
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["1", "2", "3", "4", "5", "6"]
    return (output / "network").read_bytes()


def test_one_shard_learns_the_network_of_one_machine(tmp_path: Path) -> None:
    words, files = network_words(tmp_path, 40)
    subprocess.run([f"{programs('tune')}/tune", *words, "--output", str(tmp_path / "alone"), *files],
                   capture_output=True, check=True)
    network = train([*words, "--shards", "1", "--rounds", "2"], files, tmp_path / "cluster")
    assert network == (tmp_path / "alone").read_bytes()


def test_a_network_does_not_depend_on_workers_and_kills(tmp_path: Path) -> None:
    words, files = network_words(tmp_path, 100)
    words += ["--shards", "3", "--rounds", "2"]
    expected = train(words, files, tmp_path / "one", workers=1)
    cluster = command("tune", *words, *files, "--programs", programs("tune"), "--output", str(tmp_path / "two"))
    before = kill_in_steps(cluster, tmp_path / "two", "round", 2, 5)
    done = subprocess.run(cluster, capture_output=True, text=True, check=True)
    assert 5 <= before < 12
    assert (tmp_path / "two" / "network").read_bytes() == expected
    assert done.stderr.splitlines()[-1].startswith("6: training loss ")
    kinds = ("round-000012", "survey-000000", "tempo-000000", "validation-000012")
    firsts = [(f"{kind}-{shard:04}", 0) for kind in kinds for shard in range(3)]
    assert units_of(tmp_path / "two") == sorted(firsts + [(f"{kind}-0000", 1) for kind in kinds])
    other = subprocess.run([*cluster, "--seed", "2"], capture_output=True, text=True, check=False)
    assert other.returncode == 2 and '"--batch", "256"] there' in other.stderr


def test_errors_of_a_training_name_what_is_wrong(tmp_path: Path) -> None:
    four = game_files(tmp_path, "kaleido4", 1)
    (tmp_path / "bad.games").write_bytes(b"no games")
    for number, (variant, words, fault) in enumerate((
        ("kaleido4", four, "kaleido4"),
        ("chess", [str(tmp_path / "none")], f"there is no file {tmp_path}/none"),
        ("chess", [str(tmp_path / "bad.games")], str(tmp_path / "bad.games")),
        ("chess", four, four[0]),
    )):
        done = subprocess.run(command("tune", "network", "--variant", variant, *words, "--programs", programs("tune"),
                                      "--output", str(tmp_path / str(number))),
                              capture_output=True, text=True, check=False)
        assert done.returncode == 2 and fault in done.stderr, done.stderr
        assert "Traceback" not in done.stderr
        assert not (tmp_path / str(number) / "network").exists()


def test_lines_without_end_are_refused(tmp_path: Path) -> None:
    game = ["--variant", "knightrelay"]
    unit = [*game, "--cache", str(tmp_path), str(tmp_path / "none")]
    for words in (["gradient", *unit], ["round", *unit], ["fit", *game, "--shards", "2"],
                  ["network", *game, "--shards", "2", "--output", str(tmp_path / "network")]):
        done = subprocess.run([f"{programs('tune')}/tune", *words], input=" " * 30_000_000, capture_output=True,
                              text=True, check=False)
        assert done.returncode != 0 and "standard input: a line of more than " in done.stderr, done.stderr

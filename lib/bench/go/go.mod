module runnel.dev/bench

go 1.22

module cyclelab/supervisor

go 1.24

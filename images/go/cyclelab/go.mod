module cyclelab

go 1.24

package main

import "sync"

func spawnNested(r *round) {
	var wg sync.WaitGroup
	wg.Add(r.procs)
	for p := 0; p < r.procs; p++ {
		go nest(&wg, r.n)
	}
	wg.Wait()
	r.ops = int64(r.procs) * (r.n + 1)
}

func nest(wg *sync.WaitGroup, left int64) {
	if left == 0 {
		wg.Done()
		return
	}
	go nest(wg, left-1)
}

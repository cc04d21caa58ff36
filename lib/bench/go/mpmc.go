package main

import (
	"sync"
	"sync/atomic"
)

func mpmc(r *round) {
	c := make(chan int, r.cap)
	share := r.n/parties + 1
	var wg sync.WaitGroup
	wg.Add(parties)
	var sum atomic.Int64
	for t := 0; t < parties; t++ {
		go feed(c, share)
		go func() {
			sum.Add(drain(c, share))
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("sum", parties*valuesSum(share), sum.Load())
	r.ops = parties * share
}

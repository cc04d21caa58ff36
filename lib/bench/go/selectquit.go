package main

import (
	"sync"
	"sync/atomic"
)

func selectQuit(r *round) {
	share := r.n/int64(r.size) + 1
	quit := make(chan int)
	var feeders, workers sync.WaitGroup
	feeders.Add(r.size)
	workers.Add(r.size)
	var sum atomic.Int64
	for i := 0; i < r.size; i++ {
		own := make(chan int, r.cap)
		go func() {
			feed(own, share)
			feeders.Done()
		}()
		go func() {
			mine := int64(0)
			for open := true; open; {
				v := 0
				select {
				case v, open = <-own:
				case v, open = <-quit:
				}
				mine += int64(v)
			}
			sum.Add(mine)
			workers.Done()
		}()
	}
	feeders.Wait()
	close(quit)
	workers.Wait()
	r.check("sum", int64(r.size)*valuesSum(share), sum.Load())
	r.ops = int64(r.size) * share
}

package main

import (
	"sync"
	"sync/atomic"
)

func popular(r *round) {
	shared := make(chan int)
	own := channels(r.size, 0)
	var wg sync.WaitGroup
	wg.Add(r.size)
	var sum atomic.Int64
	for _, mine := range own {
		go func() {
			total := int64(0)
			for i := int64(0); i < r.n; i++ {
				select {
				case v := <-shared:
					total += int64(v)
				case v := <-mine:
					total += int64(v)
				}
			}
			sum.Add(total)
			wg.Done()
		}()
	}
	for i := int64(0); i < r.n; i++ {
		v := value(i)
		for _, c := range own {
			c <- v
		}
	}
	wg.Wait()
	r.check("sum", int64(r.size)*valuesSum(r.n), sum.Load())
	r.ops = int64(r.size) * r.n
}

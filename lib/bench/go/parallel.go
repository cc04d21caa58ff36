package main

import (
	"sync"
	"sync/atomic"
)

func parallel(r *round) {
	var wg sync.WaitGroup
	wg.Add(r.size)
	var sum atomic.Int64
	for i := 0; i < r.size; i++ {
		c := make(chan int, r.cap)
		go feed(c, r.n)
		go func() {
			sum.Add(drain(c, r.n))
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("sum", int64(r.size)*valuesSum(r.n), sum.Load())
	r.ops = int64(r.size) * r.n
}

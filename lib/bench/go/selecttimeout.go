package main

import (
	"sync"
	"sync/atomic"
	"time"
)

func selectTimeout(r *round) {
	c, quit := make(chan int, r.cap), make(chan int)
	share := r.n/int64(r.procs) + 1
	var wg sync.WaitGroup
	wg.Add(r.procs)
	var sum atomic.Int64
	for p := 0; p < r.procs; p++ {
		go func() {
			timeout := time.After(time.Hour)
			send := func(v int) {
				select {
				case c <- v:
				case <-quit:
				case <-timeout:
					panic("an hour is over")
				}
			}
			for i := int64(0); i < share; i++ {
				send(value(i))
			}
			send(-1)
		}()
		go func() {
			timeout := time.After(time.Hour)
			mine := int64(0)
			for {
				v := -1
				select {
				case v = <-c:
				case v = <-quit:
				case <-timeout:
					panic("an hour is over")
				}
				if v < 0 {
					break
				}
				mine += int64(v)
			}
			sum.Add(mine)
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("sum", int64(r.procs)*valuesSum(share), sum.Load())
	r.ops = int64(r.procs) * share
}

package main

import (
	"sync"
	"sync/atomic"
)

func selectBoth(r *round) {
	all := channels(parties, r.cap)
	share := r.n/parties + 1
	var wg sync.WaitGroup
	wg.Add(parties)
	var sum atomic.Int64
	for t := 0; t < parties; t++ {
		go func() {
			for i := int64(0); i < share; i++ {
				sendAny(all, value(i))
			}
		}()
		go func() {
			mine := int64(0)
			for i := int64(0); i < share; i++ {
				mine += int64(recvAny(all))
			}
			sum.Add(mine)
			wg.Done()
		}()
	}
	wg.Wait()
	r.check("sum", parties*valuesSum(share), sum.Load())
	r.ops = parties * share
}

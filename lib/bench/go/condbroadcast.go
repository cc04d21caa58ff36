package main

import "sync"

func condBroadcast(r *round) {
	var mutex sync.Mutex
	condition := sync.NewCond(&mutex)
	all := r.size + 1
	there, held := 0, int64(0)
	turns := onEach(all, func() int64 {
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			mutex.Lock()
			there++
			if there == all {
				there = 0
				held++
				condition.Broadcast()
			} else {
				for before := held; held == before; {
					condition.Wait()
				}
			}
			mutex.Unlock()
			count++
		}
		return count
	})
	r.check("turns", int64(all)*r.n, turns)
	r.check("held", r.n, held)
	r.ops = int64(r.size) * r.n
}

package main

import "sync"

// rwmutexLoop has so many steps of work while it reads.
func rwmutexLoop(inside int) func(*round) {
	return func(r *round) {
		var guarded struct {
			sync.RWMutex
			first, second int64 // equal, unless somebody writes
		}
		rounds := r.n/int64(r.size) + 1
		torn := onEach(r.procs, func() int64 {
			state, torn := workStart, int64(0)
			for i := int64(0); i < rounds; i++ {
				for k := 1; k < r.size; k++ {
					guarded.RLock()
					first := guarded.first
					state = work(state, inside)
					if first != guarded.second {
						torn++
					}
					guarded.RUnlock()
				}
				guarded.Lock()
				guarded.first++
				guarded.second++
				guarded.Unlock()
			}
			if (idle(state) == 1) == (inside > 0) {
				torn++
			}
			return torn
		})
		r.check("torn", 0, torn)
		r.check("writes", int64(r.procs)*rounds, guarded.first)
		r.ops = int64(r.procs) * rounds * int64(r.size)
	}
}

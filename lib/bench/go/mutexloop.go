package main

import "sync"

// mutexLoop has so many steps of work with the lock, and so many without.
func mutexLoop(inside, outside int) func(*round) {
	return func(r *round) {
		var guarded struct {
			sync.Mutex
			count int64
		}
		share := r.n/int64(r.size) + 1
		idlers := onEach(r.size, func() int64 {
			state := workStart
			for i := int64(0); i < share; i++ {
				guarded.Lock()
				guarded.count++
				state = work(state, inside)
				guarded.Unlock()
				state = work(state, outside)
			}
			return idle(state)
		})
		r.ops = int64(r.size) * share
		r.check("count", r.ops, guarded.count)
		expected := int64(r.size)
		if inside+outside > 0 {
			expected = 0
		}
		r.check("idle", expected, idlers)
	}
}

package main

import "context"

func ctxChildren(r *round) {
	shared, cancelShared := context.WithCancel(context.Background())
	ended := onEach(r.procs, func() int64 {
		count := int64(0)
		for i := int64(0); i < r.n; i++ {
			mine, cancel := context.WithCancel(shared)
			cancel()
			if mine.Err() != nil {
				count++
			}
		}
		return count
	})
	r.ops = int64(r.procs) * r.n
	r.check("ended", r.ops, ended)
	if shared.Err() != nil {
		panic("the shared one has ended")
	}
	cancelShared()
}

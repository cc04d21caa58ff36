package main

import "context"

func ctxErr(r *round) {
	ctxCheck(r, ctxErrors)
}

func ctxDone(r *round) {
	ctxCheck(r, ctxDones)
}

func ctxCheck(r *round, ask func(context.Context, int64) int64) {
	shared, cancel := context.WithCancel(context.Background())
	r.check("ended", 0, onEach(r.procs, func() int64 { return ask(shared, r.n) }))
	cancel()
	r.check("ended now", 2, ctxErrors(shared, 1)+ctxDones(shared, 1))
	r.ops = int64(r.procs) * r.n
}

func ctxErrors(ctx context.Context, n int64) int64 {
	count := int64(0)
	for i := int64(0); i < n; i++ {
		if ctx.Err() != nil {
			count++
		}
	}
	return count
}

func ctxDones(ctx context.Context, n int64) int64 {
	count := int64(0)
	for i := int64(0); i < n; i++ {
		select {
		case <-ctx.Done():
			count++
		default:
		}
	}
	return count
}

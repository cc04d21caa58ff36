package main

import "context"

func ctxTree(r *round) {
	ended := int64(0)
	for i := int64(0); i < r.n; i++ {
		root, cancel := context.WithCancel(context.Background())
		last := root
		for depth := 0; depth < r.size; depth++ {
			last, _ = context.WithCancel(last)
		}
		cancel()
		if last.Err() != nil {
			ended++
		}
	}
	r.check("ended", r.n, ended)
	r.ops = r.n * int64(r.size+1)
}

package main

import "runtime"

func blocked(r *round) {
	r.nanos = 0
	for k := int64(1); k < r.n; k++ {
		all := newCrowd(r.size)
		r.nanos += all.gather()
		all.release()
	}
	before := live()
	last := newCrowd(r.size)
	r.nanos += last.gather()
	r.bytes = r.n * max(0, live()-before)
	last.release()
	r.ops = r.n * int64(r.size)
}

func released(r *round) {
	r.nanos = 0
	for k := int64(0); k < r.n; k++ {
		all := newCrowd(r.size)
		all.gather()
		r.nanos += all.release()
	}
	r.ops = r.n * int64(r.size)
}

// live is what is in use after a collection, stacks included.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

package main

import "runtime"

func blocked(r *round) {
	before := live()
	all := newCrowd(r.size)
	r.nanos = all.gather()
	r.bytes = max(0, live()-before)
	all.release()
	r.ops = int64(r.size)
}

func released(r *round) {
	all := newCrowd(r.size)
	all.gather()
	r.nanos = all.release()
	r.ops = int64(r.size)
}

// live is what is in use after a collection, stacks included.
func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

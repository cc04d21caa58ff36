package main

func ring(r *round) {
	first := make(chan int, r.cap)
	last := first
	for i := 1; i < r.size; i++ {
		left, right := last, make(chan int, r.cap)
		go func() {
			for k := int64(0); k < r.n; k++ {
				right <- value(int64(<-left + 1))
			}
		}()
		last = right
	}
	for k := int64(0); k < r.n; k++ {
		first <- 1
		r.check("token", int64(value(int64(r.size))), int64(<-last))
	}
	r.ops = r.n * int64(r.size)
}

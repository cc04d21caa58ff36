package main

func fibonacci(r *round) {
	expected, next := int64(0), int64(1)
	for i := 0; i < r.size; i++ {
		expected, next = next, expected+next
	}
	for i := int64(0); i < r.n; i++ {
		result := make(chan int)
		go fib(r.size, result)
		r.check("fib", expected, int64(<-result))
	}
	r.ops = r.n * (2*next - 1)
}

func fib(n int, result chan int) {
	if n < 2 {
		result <- n
		return
	}
	part := make(chan int)
	go fib(n-1, part)
	go fib(n-2, part)
	result <- <-part + <-part
}

package main

import (
	"sync"
	"sync/atomic"
)

func sieve(r *round) {
	last := prime(r.size)
	for i := int64(0); i < r.n; i++ {
		r.ops += sieveTo(r, last)
	}
}

// sieveTo sends the numbers up to the last prime that is wanted, and then the mark that ends all filters.
func sieveTo(r *round, last int) int64 {
	var wg sync.WaitGroup
	wg.Add(r.size)
	var passed atomic.Int64
	numbers := make(chan int, r.cap)
	source := numbers
	go func() {
		for i := 2; i <= last; i++ {
			source <- i
		}
		source <- 0
	}()
	found := 0
	for i := 0; i < r.size; i++ {
		found = <-numbers
		in, out, divisor := numbers, make(chan int, r.cap), found
		go func() {
			passed.Add(filter(in, out, divisor))
			wg.Done()
		}()
		numbers = out
	}
	r.check("prime", int64(last), int64(found))
	r.check("end", 0, int64(<-numbers))
	wg.Wait()
	return passed.Load() + int64(r.size) + 1
}

func filter(in, out chan int, prime int) int64 {
	count := int64(0)
	for {
		number := <-in
		count++
		if number == 0 {
			out <- 0
			return count
		}
		if number%prime != 0 {
			out <- number
		}
	}
}

// prime is the n-th prime.
func prime(n int) int {
	candidate := 1
	for left := n; left > 0; {
		candidate++
		divisor := 2
		for divisor*divisor <= candidate && candidate%divisor != 0 {
			divisor++
		}
		if divisor*divisor > candidate {
			left--
		}
	}
	return candidate
}

package main

import "sync"

const nothing = -1

// place is one for a single value.
type place struct {
	mutex           sync.Mutex
	filled, emptied *sync.Cond
	value           int
}

func condSignal(r *round) {
	p := &place{value: nothing}
	p.filled, p.emptied = sync.NewCond(&p.mutex), sync.NewCond(&p.mutex)
	share := r.n/int64(r.size) + 1
	n := int64(r.size) * share
	go func() {
		for i := int64(0); i < n; i++ {
			p.put(value(i))
		}
	}()
	sum := onEach(r.size, func() int64 {
		mine := int64(0)
		for i := int64(0); i < share; i++ {
			mine += int64(p.take())
		}
		return mine
	})
	r.check("sum", valuesSum(n), sum)
	r.ops = n
}

func (p *place) put(next int) {
	p.mutex.Lock()
	for p.value != nothing {
		p.emptied.Wait()
	}
	p.value = next
	p.filled.Signal()
	p.mutex.Unlock()
}

func (p *place) take() int {
	p.mutex.Lock()
	for p.value == nothing {
		p.filled.Wait()
	}
	taken := p.value
	p.value = nothing
	p.emptied.Signal()
	p.mutex.Unlock()
	return taken
}

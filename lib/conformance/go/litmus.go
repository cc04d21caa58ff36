// Litmus runs the programs that it reads, a line each, as often as its argument says, and prints what they came to:
// for each program its outcomes, each once, and an empty line. Who is still busy when a run is given up has said
// the beginning of what it would have.
package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A run has the things that its goroutines share.
type run struct {
	chans []chan int
	ctx   context.Context
	end   context.CancelFunc
	mu    sync.Mutex
	cond  *sync.Cond
	rw    sync.RWMutex
	group sync.WaitGroup
	once  sync.Once
	steps atomic.Int64
}

// A goroutine reads its tokens one after the other, and keeps what it has to say.
type goroutine struct {
	*run
	tokens []string
	said   [64]string
	number atomic.Int32
	ended  atomic.Bool
}

func (g *goroutine) say(what string) {
	n := g.number.Load()
	g.said[n] = what
	g.number.Store(n + 1)
	g.steps.Add(1)
}

func (g *goroutine) heard() string {
	var all strings.Builder
	for _, s := range g.said[:g.number.Load()] {
		all.WriteString(s + " ")
	}
	return all.String()
}

// do does what stands from a token on, up to the end of its frame, and gives the place after that.
func (g *goroutine) do(at int) int {
	for at < len(g.tokens) && g.tokens[at] != ")" {
		if rand.IntN(3) == 0 {
			runtime.Gosched()
		}
		text, tries := strings.CutPrefix(g.tokens[at], "?")
		if strings.HasSuffix(text, "(") {
			at = g.framed(text[0], tries, at+1)
		} else {
			g.call(text, tries)
			at++
		}
	}
	return at + 1
}

func (g *goroutine) skip(at int) int {
	for depth := 1; depth > 0; at++ {
		if g.tokens[at] == ")" {
			depth--
		} else if strings.HasSuffix(g.tokens[at], "(") {
			depth++
		}
	}
	return at
}

func (g *goroutine) framed(frame byte, tries bool, at int) int {
	var lock, unlock func()
	var tryLock func() bool
	switch frame {
	case 'L':
		lock, tryLock, unlock = g.mu.Lock, g.mu.TryLock, g.mu.Unlock
	case 'W':
		lock, tryLock, unlock = g.rw.Lock, g.rw.TryLock, g.rw.Unlock
	case 'D':
		lock, tryLock, unlock = g.rw.RLock, g.rw.TryRLock, g.rw.RUnlock
	case 'O':
		first := false
		g.once.Do(func() {
			first = true
			g.say("o")
			g.do(at)
		})
		if !first {
			g.say("-")
		}
		return g.skip(at)
	}
	if !tries {
		lock()
	} else if !tryLock() {
		g.say("d")
		return g.skip(at)
	}
	g.say("l")
	at = g.do(at)
	unlock()
	return at
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

func (g *goroutine) call(text string, tries bool) {
	defer func() {
		if e := recover(); e != nil {
			if !strings.Contains(fmt.Sprint(e), "closed channel") {
				panic(e)
			}
			g.say("!")
		}
	}()
	which := 0
	if text[0] != '[' {
		which = number(strings.Split(text[1:], ":")[0])
	}
	switch text[0] {
	case '[':
		g.choose(strings.Split(text[1:len(text)-1], ","), tries)
	case 'S':
		value := number(strings.Split(text, ":")[1])
		if !tries {
			g.chans[which] <- value
			g.say("s")
			return
		}
		select {
		case g.chans[which] <- value:
			g.say("s")
		default:
			g.say("d")
		}
	case 'R':
		if !tries {
			v, ok := <-g.chans[which]
			g.say(received(v, ok))
			return
		}
		select {
		case v, ok := <-g.chans[which]:
			g.say(received(v, ok))
		default:
			g.say("d")
		}
	case 'X':
		close(g.chans[which])
		g.say("x")
	case 'K':
		g.end()
		g.say("x")
	case 'e':
		if g.ctx.Err() != nil {
			g.say("e")
		} else {
			g.say("-")
		}
	case 'N':
		g.group.Done()
		g.say("x")
	case 'A':
		g.group.Wait()
		g.say("x")
	case 'C':
		g.mu.Lock()
		g.say("l")
		g.cond.Wait()
		g.say("x")
		g.mu.Unlock()
	case 'G':
		g.cond.Signal()
		g.say("x")
	case 'B':
		g.cond.Broadcast()
		g.say("x")
	default:
		panic("no call: " + text)
	}
}

func received(v int, ok bool) string {
	if !ok {
		return "c"
	}
	return strconv.Itoa(v)
}

func (g *goroutine) choose(clauses []string, tries bool) {
	var cases []reflect.SelectCase
	for _, clause := range clauses {
		port, value, _ := strings.Cut(clause, ":")
		which := number(port[1:])
		switch clause[0] {
		case 'S':
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectSend, Chan: reflect.ValueOf(g.chans[which]), Send: reflect.ValueOf(number(value))})
		case 'R':
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(g.chans[which])})
		case 'E':
			cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(g.ctx.Done())})
		}
	}
	if tries {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	i, v, ok := reflect.Select(cases)
	switch {
	case i == len(clauses):
		g.say("d")
	case clauses[i][0] == 'S':
		g.say(fmt.Sprintf("%d=s", i))
	case ok:
		g.say(fmt.Sprintf("%d=%d", i, v.Int()))
	default:
		g.say(fmt.Sprintf("%d=c", i))
	}
}

func outcome(parts []string) string {
	r := &run{}
	for _, capacity := range strings.Split(strings.TrimSpace(parts[0]), ",") {
		r.chans = append(r.chans, make(chan int, number(capacity)))
	}
	r.ctx, r.end = context.WithCancel(context.Background())
	r.cond = sync.NewCond(&r.mu)
	r.group.Add(number(strings.TrimSpace(parts[1])))
	var all []*goroutine
	for _, part := range parts[2:] {
		all = append(all, &goroutine{run: r, tokens: strings.Fields(part)})
	}
	for _, g := range all {
		go func() {
			g.do(0)
			g.ended.Store(true)
		}()
	}
	awaitEnd(r, all)
	var heard []string
	for _, g := range all {
		heard = append(heard, g.heard())
	}
	return strings.Join(heard, "|")
}

// awaitEnd waits until all have ended, or have said nothing for a while.
func awaitEnd(r *run, all []*goroutine) {
	for quiet, before := 0, int64(0); quiet < 300; quiet++ {
		left := false
		for _, g := range all {
			left = left || !g.ended.Load()
		}
		if !left {
			return
		}
		if now := r.steps.Load(); now != before {
			before, quiet = now, 0
		}
		runtime.Gosched()
	}
}

func main() {
	times := number(os.Args[1])
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		parts := strings.Split(in.Text(), " / ")
		seen := map[string]bool{}
		for range times {
			seen[outcome(parts)] = true
		}
		for s := range seen {
			fmt.Println(s)
		}
		fmt.Println()
	}
}

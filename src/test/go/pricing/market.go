package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/quickfixgo/quickfix"
	"golang.org/x/sys/unix"
)

// The ids of the warm-up are above it.
const measured = 1000000000000

type entry struct{ price, size, id string }

// By side: 0 bid, 1 offer.
type top [2]*entry

type subscriber struct {
	session quickfix.SessionID
	request string
	changes bool
	shown   *top
}

// manner says how it quotes; a count of 0 is never.
type manner struct {
	leaveOut int64         // every so many-th quote stays unsent
	twice    int64         // every so many-th is sent again
	hold     time.Duration // each waits so long
	conflate bool          // and a newer one of its pair takes its place meanwhile
	every    bool          // each tick is quoted, also one that leaves the price as it was
	account  string        // file that says at the end what became of each quote
}

type book struct {
	venues      map[string]top
	now         top
	quoted      *top
	subscribers []*subscriber
}

type quote struct {
	dueNs, arrivedNs int64
	pair             string
	id               int64
	top              top
}

type line struct {
	id               int64
	session, pair    string
	fate             string
	arrivedNs, outNs int64
}

// market takes several venues and gives the best of them; any goroutine may call it.
type market struct {
	lock    sync.Mutex
	manner  manner
	books   map[string]*book
	pending []quote
	lines   []line
	counts  map[string]int64
	quotes  int64
}

func newMarket(pairs []string, how manner) *market {
	m := &market{manner: how, books: map[string]*book{}, counts: map[string]int64{}}
	for _, pair := range pairs {
		m.books[pair] = &book{venues: map[string]top{}}
	}
	return m
}

// nowNs is the machine's monotonic clock, as other processes read it.
func nowNs() int64 {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &at); err != nil {
		panic(err)
	}
	return at.Nano()
}

func (m *market) knows(pair string) bool { return m.books[pair] != nil }

func (m *market) subscribe(pair string, s subscriber) {
	m.lock.Lock()
	defer m.lock.Unlock()
	b := m.books[pair]
	if b.quoted != nil {
		show(pair, *b.quoted, &s)
	}
	b.subscribers = append(b.subscribers, &s)
}

func (m *market) forget(session quickfix.SessionID, request string) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, b := range m.books {
		var stay []*subscriber
		for _, s := range b.subscribers {
			if s.session != session || (request != "" && s.request != request) {
				stay = append(stay, s)
			}
		}
		b.subscribers = stay
	}
}

func (m *market) update(venue, pair string, t top) {
	m.lock.Lock()
	defer m.lock.Unlock()
	arrivedNs := nowNs()
	m.flush(arrivedNs)
	b := m.books[pair]
	b.venues[venue] = t
	id := ""
	for _, e := range t {
		if e != nil {
			id = e.id
		}
	}
	best := b.best(id)
	if !m.manner.every && samePrices(b.now, best) {
		return
	}
	b.now = best
	number, _ := strconv.ParseInt(id, 10, 64)
	m.take(quote{arrivedNs + m.manner.hold.Nanoseconds(), arrivedNs, pair, number, best})
	m.flush(arrivedNs)
}

// best is the best price of each side, named by the tick that came last.
func (b *book) best(id string) top {
	var best top
	for _, t := range b.venues {
		for side, e := range t {
			if e == nil {
				continue
			}
			if best[side] == nil || better(side, e.price, best[side].price) {
				best[side] = &entry{e.price, e.size, id}
			}
		}
	}
	return best
}

func better(side int, one, other string) bool {
	a, _ := strconv.ParseFloat(one, 64)
	b, _ := strconv.ParseFloat(other, 64)
	return side == 0 && a > b || side == 1 && a < b
}

func samePrices(one, other top) bool {
	for side := range one {
		a, b := one[side], other[side]
		if (a == nil) != (b == nil) || a != nil && a.price != b.price {
			return false
		}
	}
	return true
}

// take puts it behind those that wait, or in the place of the one of its pair.
func (m *market) take(q quote) {
	for i := range m.pending {
		waits := &m.pending[i]
		if m.manner.conflate && waits.pair == q.pair {
			for _, s := range m.books[q.pair].subscribers {
				m.note(*waits, s, "conflated", 0)
			}
			waits.arrivedNs, waits.id, waits.top = q.arrivedNs, q.id, q.top
			return
		}
	}
	m.pending = append(m.pending, q)
	if m.manner.hold > 0 {
		time.AfterFunc(m.manner.hold, func() {
			m.lock.Lock()
			defer m.lock.Unlock()
			m.flush(nowNs())
		})
	}
}

func (m *market) flush(untilNs int64) {
	for len(m.pending) > 0 && m.pending[0].dueNs <= untilNs {
		q := m.pending[0]
		m.pending = m.pending[1:]
		b := m.books[q.pair]
		b.quoted = &q.top
		for _, s := range b.subscribers {
			m.publish(q, s)
		}
	}
}

func (m *market) publish(q quote, to *subscriber) {
	if q.id < measured {
		m.quotes++
		if nth(m.quotes, m.manner.leaveOut) {
			m.note(q, to, "left-out", 0)
			return
		}
	}
	m.note(q, to, "sent", nowNs())
	show(q.pair, q.top, to)
	if q.id < measured && nth(m.quotes, m.manner.twice) {
		m.note(q, to, "twice", nowNs())
		show(q.pair, q.top, to)
	}
}

func nth(count, every int64) bool { return every > 0 && count%every == 0 }

func (m *market) note(q quote, to *subscriber, fate string, outNs int64) {
	if q.id < measured {
		m.counts[fate]++
		m.lines = append(m.lines, line{q.id, to.session.TargetCompID, q.pair, fate, q.arrivedNs, outNs})
	}
}

func (m *market) end() error {
	m.lock.Lock()
	defer m.lock.Unlock()
	fmt.Printf("sent=%d left-out=%d\n", m.counts["sent"], m.counts["left-out"])
	if m.manner.account == "" {
		return nil
	}
	file, err := os.Create(m.manner.account)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for _, l := range m.lines {
		fmt.Fprintln(out, l.id, l.session, l.pair, l.fate, l.arrivedNs, l.outNs)
	}
	return out.Flush()
}

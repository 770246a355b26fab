// A pricing application on QuickFIX/Go, an engine that shares no code with those for Java and C++: FIX venues in, FIX
// clients out.
//
//	pricing CLIENT_PORT SESSIONS PAIRS [KEY=VALUE]... VENUE...
//
// A VENUE is HOST:PORT or HOST:PORT:COMPID:VERSION:NAMES. NAMES says how it names pairs: slash, plain, or a file with
// lines of a pair and its SecurityID (48). Passes on the best prices of all venues as they are, with the id (299) of the
// tick that came last: 35=W, or 35=X where a client asked for that (265=1). Keys: leave-out=N, twice=N, hold=MS,
// conflate=1, every=1, account=FILE (market.go).
package main

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/quickfixgo/quickfix"
)

type venue struct {
	host, port, compID, version string
	nameTag                     quickfix.Tag
	names, pairs                map[string]string // its name of each pair, and back
}

func newVenue(word string, pairs []string) (*venue, error) {
	parts := strings.Split(word, ":")
	if len(parts) == 2 {
		parts = append(parts, "VENUE", "FIX.4.4", "slash")
	}
	if len(parts) != 5 {
		return nil, fmt.Errorf("%s is no HOST:PORT or HOST:PORT:COMPID:VERSION:NAMES", word)
	}
	v := &venue{parts[0], parts[1], parts[2], parts[3], 55, map[string]string{}, map[string]string{}}
	ids := map[string]string{}
	if parts[4] != "slash" && parts[4] != "plain" {
		v.nameTag = 48
		file, err := os.Open(parts[4])
		if err != nil {
			return nil, err
		}
		defer file.Close()
		for rows := bufio.NewScanner(file); rows.Scan(); {
			fields := strings.Fields(rows.Text())
			ids[fields[0]] = fields[1]
		}
	}
	for _, pair := range pairs {
		name := pair
		if v.nameTag == 48 {
			name = ids[pair]
		} else if parts[4] == "plain" {
			name = strings.Replace(pair, "/", "", 1)
		}
		if name != "" {
			v.names[pair], v.pairs[name] = name, pair
		}
	}
	return v, nil
}

func (how *manner) set(key, value string) error {
	if key == "account" {
		how.account = value
		return nil
	}
	number, err := strconv.ParseInt(value, 10, 64)
	switch key {
	case "leave-out":
		how.leaveOut = number
	case "twice":
		how.twice = number
	case "hold":
		how.hold = time.Duration(number) * time.Millisecond
	case "conflate":
		how.conflate = number != 0
	case "every":
		how.every = number != 0
	default:
		return fmt.Errorf("%s is no key", key)
	}
	return err
}

func defaults() *quickfix.Settings {
	all := quickfix.NewSettings()
	for key, value := range map[string]string{
		"HeartBtInt": "30", "ResetOnLogon": "Y", "ReconnectInterval": "1", "SocketNoDelay": "Y", "SenderCompID": "PRICING",
	} {
		all.GlobalSettings().Set(key, value)
	}
	return all
}

func add(all *quickfix.Settings, peer, version string, more ...string) error {
	one := quickfix.NewSessionSettings()
	one.Set("TargetCompID", peer)
	one.Set("BeginString", version)
	for i := 0; i < len(more); i += 2 {
		one.Set(more[i], more[i+1])
	}
	_, err := all.AddSession(one)
	return err
}

func run(words []string) error {
	pairs := strings.Split(words[2], ",")
	var how manner
	var venues []*venue
	for _, word := range words[3:] {
		if key, value, found := strings.Cut(word, "="); found {
			if err := how.set(key, value); err != nil {
				return err
			}
		} else if v, err := newVenue(word, pairs); err != nil {
			return err
		} else {
			venues = append(venues, v)
		}
	}
	ends := make(chan os.Signal, 1)
	signal.Notify(ends, syscall.SIGTERM, syscall.SIGINT)
	m := newMarket(pairs, how)

	inside, outside := defaults(), defaults()
	for _, v := range venues {
		if err := add(outside, v.compID, v.version, "SocketConnectHost", v.host, "SocketConnectPort", v.port); err != nil {
			return err
		}
	}
	inside.GlobalSettings().Set("SocketAcceptPort", words[0])
	sessions, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	for i := 0; i < sessions; i++ {
		if err := add(inside, fmt.Sprintf("CLIENT-%02d", i), "FIX.4.4"); err != nil {
			return err
		}
	}
	store, log := quickfix.NewMemoryStoreFactory(), quickfix.NewNullLogFactory()
	acceptor, err := quickfix.NewAcceptor(&clientSide{market: m}, store, inside, log)
	if err != nil {
		return err
	}
	initiator, err := quickfix.NewInitiator(newVenueSide(m, venues), store, outside, log)
	if err != nil {
		return err
	}
	if err := acceptor.Start(); err != nil {
		return err
	}
	if err := initiator.Start(); err != nil {
		return err
	}
	<-ends
	err = m.end()
	initiator.Stop()
	acceptor.Stop()
	return err
}

func main() {
	if len(os.Args) < 5 {
		fmt.Fprintln(os.Stderr, "pricing CLIENT_PORT SESSIONS PAIRS [KEY=VALUE]... VENUE...")
		os.Exit(2)
	}
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

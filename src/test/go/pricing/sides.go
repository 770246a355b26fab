package main

import (
	"fmt"

	"github.com/quickfixgo/quickfix"
)

var (
	sides   = quickfix.GroupTemplate{quickfix.GroupElement(269)}
	entries = elements(269, 270, 271, 272, 273, 278, 299, 15, 290, 346)
	changed = elements(279, 269, 278, 55, 270, 271, 299)
)

func elements(tags ...quickfix.Tag) (template quickfix.GroupTemplate) {
	for _, tag := range tags {
		template = append(template, quickfix.GroupElement(tag))
	}
	return template
}

// side is what either one does when nothing is to be done.
type side struct{}

func (side) OnCreate(quickfix.SessionID)                       {}
func (side) OnLogon(quickfix.SessionID)                        {}
func (side) OnLogout(quickfix.SessionID)                       {}
func (side) ToAdmin(*quickfix.Message, quickfix.SessionID)     {}
func (side) ToApp(*quickfix.Message, quickfix.SessionID) error { return nil }
func (side) FromAdmin(message *quickfix.Message, session quickfix.SessionID) quickfix.MessageRejectError {
	if message.IsMsgTypeOf("3") || message.IsMsgTypeOf("5") {
		fmt.Println(session, message)
	}
	return nil
}

type venueSide struct {
	side
	market *market
	venues map[string]*venue
}

func newVenueSide(m *market, all []*venue) *venueSide {
	s := &venueSide{market: m, venues: map[string]*venue{}}
	for _, v := range all {
		s.venues[v.compID] = v
	}
	return s
}

func (s *venueSide) OnLogon(session quickfix.SessionID) {
	v := s.venues[session.TargetCompID]
	request := message("V")
	request.Body.SetString(262, "all").SetString(263, "1").SetInt(264, 1).SetInt(265, 0)
	types := quickfix.NewRepeatingGroup(267, sides)
	types.Add().SetString(269, "0")
	types.Add().SetString(269, "1")
	request.Body.SetGroup(types)
	pairs := quickfix.NewRepeatingGroup(146, elements(v.nameTag, 22))
	for _, name := range v.names {
		pair := pairs.Add()
		pair.SetString(v.nameTag, name)
		if v.nameTag == 48 {
			pair.SetString(22, "8")
		}
	}
	request.Body.SetGroup(pairs)
	send(request, session)
}

func (s *venueSide) FromApp(message *quickfix.Message, session quickfix.SessionID) quickfix.MessageRejectError {
	if !message.IsMsgTypeOf("W") {
		fmt.Println(session, message)
		return nil
	}
	v := s.venues[session.TargetCompID]
	name, err := message.Body.GetString(v.nameTag)
	if err != nil {
		return err
	}
	group := quickfix.NewRepeatingGroup(268, entries)
	if err := message.Body.GetGroup(group); err != nil {
		return err
	}
	var t top
	for i := 0; i < group.Len(); i++ {
		fields := group.Get(i)
		which, err := fields.GetInt(269)
		if err != nil {
			return err
		}
		e := &entry{}
		e.price, _ = fields.GetString(270)
		e.size, _ = fields.GetString(271)
		e.id, _ = fields.GetString(299)
		t[which] = e
	}
	s.market.update(v.compID, v.pairs[name], t)
	return nil
}

type clientSide struct {
	side
	market *market
}

func (s *clientSide) OnLogout(session quickfix.SessionID) { s.market.forget(session, "") }

func (s *clientSide) FromApp(in *quickfix.Message, session quickfix.SessionID) quickfix.MessageRejectError {
	if !in.IsMsgTypeOf("V") {
		return quickfix.UnsupportedMessageType()
	}
	request, err := in.Body.GetString(262)
	if err != nil {
		return err
	}
	if kind, _ := in.Body.GetString(263); kind == "2" {
		s.market.forget(session, request)
		return nil
	}
	group := quickfix.NewRepeatingGroup(146, elements(55))
	if err := in.Body.GetGroup(group); err != nil {
		return err
	}
	var pairs []string
	for i := 0; i < group.Len(); i++ {
		pair, err := group.Get(i).GetString(55)
		if err != nil {
			return err
		}
		if !s.market.knows(pair) {
			reject := message("Y")
			reject.Body.SetString(262, request).SetString(281, "0").SetString(58, "unknown symbol: "+pair)
			send(reject, session)
			return nil
		}
		pairs = append(pairs, pair)
	}
	update, _ := in.Body.GetString(265)
	for _, pair := range pairs {
		s.market.subscribe(pair, subscriber{session: session, request: request, changes: update == "1"})
	}
	return nil
}

// show sends a snapshot, or what changed since the last one.
func show(pair string, t top, to *subscriber) {
	if to.changes && to.shown != nil {
		changes(pair, t, to)
	} else {
		snapshot(pair, t, to)
	}
	to.shown = &t
}

func snapshot(pair string, t top, to *subscriber) {
	out := message("W")
	out.Body.SetString(262, to.request).SetString(55, pair)
	group := quickfix.NewRepeatingGroup(268, entries)
	for which, e := range t {
		if e != nil {
			fill(group.Add(), which, e)
		}
	}
	out.Body.SetGroup(group)
	send(out, to.session)
}

func changes(pair string, t top, to *subscriber) {
	out := message("X")
	out.Body.SetString(262, to.request)
	group := quickfix.NewRepeatingGroup(268, changed)
	for _, action := range []struct {
		code string
		top  top
	}{{"2", *to.shown}, {"0", t}} {
		for which, e := range action.top {
			if e != nil {
				one := group.Add()
				one.SetString(279, action.code).SetString(55, pair)
				fill(one, which, e)
			}
		}
	}
	out.Body.SetGroup(group)
	send(out, to.session)
}

func fill(group *quickfix.Group, which int, e *entry) {
	group.SetInt(269, which).SetString(270, e.price)
	if e.size != "" {
		group.SetString(271, e.size)
	}
	if e.id != "" {
		group.SetString(299, e.id)
	}
}

func message(kind string) *quickfix.Message {
	out := quickfix.NewMessage()
	out.Header.SetString(35, kind)
	return out
}

func send(out *quickfix.Message, session quickfix.SessionID) {
	if err := quickfix.SendToTarget(out, session); err != nil {
		fmt.Println(session, err)
	}
}

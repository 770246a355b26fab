// A pricing application on QuickFIX for C++, which shares no code with t2q's engine: one FIX venue in, FIX clients out.
//
//   pricing VENUE_HOST VENUE_PORT CLIENT_PORT SESSIONS DICTIONARY PAIRS LEAVE_OUT
//
// Passes a venue's prices on as they are, with the venue's id (299): 35=W, or 35=X where a client asked for that (265=1).
// Every LEAVE_OUT-th quote stays unsent (0: none). At its end it prints what it did with the ticks of the measurement.

#include <quickfix/FileStore.h>
#include <quickfix/Session.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>
#include <quickfix/fix44/MarketDataIncrementalRefresh.h>
#include <quickfix/fix44/MarketDataRequest.h>
#include <quickfix/fix44/MarketDataRequestReject.h>
#include <quickfix/fix44/MarketDataSnapshotFullRefresh.h>

#include <csignal>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using std::string;

/** The ids of the warm-up are above it. */
const long long MEASURED = 1000000000000LL;

struct Entry {
    string price, size, id;
};

/** By side: 0 bid, 1 offer. */
using Top = std::map<char, Entry>;

struct Subscriber {
    FIX::SessionID session;
    string request;
    bool changes;
    Top shown;
};

string text(const FIX::FieldMap& fields, int tag) {
    return fields.isSetField(tag) ? fields.getField(tag) : string();
}

template <typename Group>
void fill(Group& group, char side, const Entry& entry) {
    group.set(FIX::MDEntryType(side));
    group.setField(FIX::FIELD::MDEntryPx, entry.price);
    if (!entry.size.empty()) {
        group.setField(FIX::FIELD::MDEntrySize, entry.size);
    }
    if (!entry.id.empty()) {
        group.setField(FIX::FIELD::QuoteEntryID, entry.id);
    }
}

/** What both sides share: prices and who wants them. */
class Market {
public:
    Market(const std::vector<string>& pairs, int leaveOut) : leaveOut_(leaveOut) {
        for (const string& pair : pairs) {
            tops_[pair];
        }
    }

    bool knows(const string& pair) const { return tops_.count(pair) > 0; }

    void subscribe(const string& pair, Subscriber subscriber) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!tops_[pair].empty()) {
            snapshot(pair, subscriber);
        }
        subscribers_[pair].push_back(subscriber);
    }

    void forget(const FIX::SessionID& session, const string& request) {
        std::lock_guard<std::mutex> lock(mutex_);
        for (auto& each : subscribers_) {
            auto& those = each.second;
            for (auto it = those.begin(); it != those.end();) {
                bool gone = it->session == session && (request.empty() || it->request == request);
                it = gone ? those.erase(it) : it + 1;
            }
        }
    }

    void update(const string& pair, const Top& top) {
        std::lock_guard<std::mutex> lock(mutex_);
        Top& now = tops_[pair];
        bool moved = false;
        for (char side : {'0', '1'}) {
            auto was = now.find(side);
            auto is = top.find(side);
            moved |= (was == now.end()) != (is == top.end())
                  || (is != top.end() && was->second.price != is->second.price);
        }
        now = top;
        if (moved) {
            for (Subscriber& each : subscribers_[pair]) {
                quote(pair, each);
            }
        }
    }

    void print() const { std::cout << "sent=" << sent_ << " left-out=" << leftOut_ << std::endl; }

private:
    void quote(const string& pair, Subscriber& to) {
        const Top& top = tops_[pair];
        bool measured = !top.empty() && std::stoll("0" + top.begin()->second.id) < MEASURED;
        if (measured && leaveOut_ > 0 && ++quotes_ % leaveOut_ == 0) {
            leftOut_++;
            return;
        }
        sent_ += measured;
        to.changes && !to.shown.empty() ? changes(pair, to) : snapshot(pair, to);
    }

    void snapshot(const string& pair, Subscriber& to) {
        FIX44::MarketDataSnapshotFullRefresh message;
        message.set(FIX::MDReqID(to.request));
        message.set(FIX::Symbol(pair));
        for (const auto& side : tops_[pair]) {
            FIX44::MarketDataSnapshotFullRefresh::NoMDEntries group;
            fill(group, side.first, side.second);
            message.addGroup(group);
        }
        send(message, to, tops_[pair]);
    }

    void changes(const string& pair, Subscriber& to) {
        FIX44::MarketDataIncrementalRefresh message;
        message.set(FIX::MDReqID(to.request));
        for (const auto& side : to.shown) {
            add(message, FIX::MDUpdateAction_DELETE, pair, side.first, side.second);
        }
        for (const auto& side : tops_[pair]) {
            add(message, FIX::MDUpdateAction_NEW, pair, side.first, side.second);
        }
        send(message, to, tops_[pair]);
    }

    static void add(FIX44::MarketDataIncrementalRefresh& message, char action, const string& pair, char side,
                    const Entry& entry) {
        FIX44::MarketDataIncrementalRefresh::NoMDEntries group;
        group.set(FIX::MDUpdateAction(action));
        group.set(FIX::Symbol(pair));
        fill(group, side, entry);
        message.addGroup(group);
    }

    static void send(FIX::Message& message, Subscriber& to, const Top& top) {
        FIX::Session::sendToTarget(message, to.session);
        to.shown = top;
    }

    std::mutex mutex_;
    std::map<string, Top> tops_;
    std::map<string, std::vector<Subscriber>> subscribers_;
    int leaveOut_;
    long quotes_ = 0, sent_ = 0, leftOut_ = 0;
};

/** What either side does when nothing is to be done. */
class Side : public FIX::Application {
public:
    void onCreate(const FIX::SessionID&) override {}
    void onLogon(const FIX::SessionID&) override {}
    void onLogout(const FIX::SessionID&) override {}
    void toAdmin(FIX::Message&, const FIX::SessionID&) override {}
    void toApp(FIX::Message&, const FIX::SessionID&) throw(FIX::DoNotSend) override {}
    void fromAdmin(const FIX::Message& message, const FIX::SessionID& session) throw(
        FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::RejectLogon) override {
        const string type = message.getHeader().getField(FIX::FIELD::MsgType);
        if (type == "3" || type == "5") {
            std::cout << session << ": 35=" << type << " " << text(message, FIX::FIELD::Text) << std::endl;
        }
    }
};

class VenueSide : public Side {
public:
    VenueSide(Market& market, const std::vector<string>& pairs) : market_(market), pairs_(pairs) {}

    void onLogon(const FIX::SessionID& session) override {
        FIX44::MarketDataRequest request(FIX::MDReqID("all"), FIX::SubscriptionRequestType('1'), FIX::MarketDepth(1));
        request.set(FIX::MDUpdateType(0));
        for (char side : {'0', '1'}) {
            FIX44::MarketDataRequest::NoMDEntryTypes type;
            type.set(FIX::MDEntryType(side));
            request.addGroup(type);
        }
        for (const string& pair : pairs_) {
            FIX44::MarketDataRequest::NoRelatedSym symbol;
            symbol.set(FIX::Symbol(pair));
            request.addGroup(symbol);
        }
        FIX::Session::sendToTarget(request, session);
    }

    void fromApp(const FIX::Message& message, const FIX::SessionID& session) throw(
        FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::UnsupportedMessageType) override {
        if (message.getHeader().getField(FIX::FIELD::MsgType) != "W") {
            std::cout << session << ": " << message << std::endl;
            return;
        }
        Top top;
        FIX44::MarketDataSnapshotFullRefresh::NoMDEntries group;
        for (size_t i = 1; i <= message.groupCount(FIX::FIELD::NoMDEntries); i++) {
            message.getGroup(i, group);
            top[text(group, FIX::FIELD::MDEntryType)[0]] = {text(group, FIX::FIELD::MDEntryPx),
                                                           text(group, FIX::FIELD::MDEntrySize),
                                                           text(group, FIX::FIELD::QuoteEntryID)};
        }
        market_.update(message.getField(FIX::FIELD::Symbol), top);
    }

private:
    Market& market_;
    std::vector<string> pairs_;
};

class ClientSide : public Side {
public:
    explicit ClientSide(Market& market) : market_(market) {}

    void onLogout(const FIX::SessionID& session) override { market_.forget(session, ""); }

    void fromApp(const FIX::Message& message, const FIX::SessionID& session) throw(
        FIX::FieldNotFound, FIX::IncorrectDataFormat, FIX::IncorrectTagValue, FIX::UnsupportedMessageType) override {
        if (message.getHeader().getField(FIX::FIELD::MsgType) != "V") {
            throw FIX::UnsupportedMessageType();
        }
        const string request = message.getField(FIX::FIELD::MDReqID);
        if (message.getField(FIX::FIELD::SubscriptionRequestType) == "2") {
            market_.forget(session, request);
            return;
        }
        std::vector<string> pairs;
        FIX44::MarketDataRequest::NoRelatedSym group;
        for (size_t i = 1; i <= message.groupCount(FIX::FIELD::NoRelatedSym); i++) {
            message.getGroup(i, group);
            pairs.push_back(group.getField(FIX::FIELD::Symbol));
            if (!market_.knows(pairs.back())) {
                FIX44::MarketDataRequestReject reject{FIX::MDReqID(request)};
                reject.set(FIX::MDReqRejReason('0'));
                reject.set(FIX::Text("unknown symbol: " + pairs.back()));
                FIX::Session::sendToTarget(reject, session);
                return;
            }
        }
        for (const string& pair : pairs) {
            market_.subscribe(pair, {session, request, text(message, FIX::FIELD::MDUpdateType) == "1", {}});
        }
    }

private:
    Market& market_;
};

string common(const string& type, const string& dictionary) {
    return "[DEFAULT]\nConnectionType=" + type + "\nBeginString=FIX.4.4\nHeartBtInt=30\nStartTime=00:00:00\n"
        + "EndTime=00:00:00\nResetOnLogon=Y\nReconnectInterval=1\nSocketNodelay=Y\nDataDictionary=" + dictionary + "\n";
}

string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

}  // namespace

int main(int count, char** words) {
    if (count != 8) {
        std::cerr << "pricing VENUE_HOST VENUE_PORT CLIENT_PORT SESSIONS DICTIONARY PAIRS LEAVE_OUT" << std::endl;
        return 2;
    }
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);

    std::vector<string> pairs;
    std::stringstream list(words[6]);
    for (string pair; std::getline(list, pair, ',');) {
        pairs.push_back(pair);
    }
    std::stringstream venue(common("initiator", words[5]) + "SocketConnectHost=" + words[1] + "\nSocketConnectPort="
                            + words[2] + "\n[SESSION]\nSenderCompID=PRICING\nTargetCompID=VENUE\n");
    string sessions = common("acceptor", words[5]) + "SocketAcceptPort=" + words[3] + "\nSocketReuseAddress=Y\n";
    for (int i = 0; i < std::stoi(words[4]); i++) {
        sessions += "[SESSION]\nSenderCompID=PRICING\nTargetCompID=CLIENT-" + two(i) + "\n";
    }
    std::stringstream clients(sessions);
    FIX::SessionSettings venueSettings(venue), clientSettings(clients);

    Market market(pairs, std::stoi(words[7]));
    VenueSide venueSide(market, pairs);
    ClientSide clientSide(market);
    FIX::MemoryStoreFactory store;
    FIX::ScreenLogFactory log(false, false, true);
    FIX::SocketAcceptor acceptor(clientSide, store, clientSettings, log);
    FIX::SocketInitiator initiator(venueSide, store, venueSettings, log);
    acceptor.start();
    initiator.start();
    int signal = 0;
    sigwait(&ends, &signal);
    market.print();
    initiator.stop();
    acceptor.stop();
    return 0;
}

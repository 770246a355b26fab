// A pricing application on QuickFIX for C++, which shares no code with t2q's engine: FIX venues in, FIX clients out.
//
//   pricing CLIENT_PORT SESSIONS PAIRS DICTIONARY [KEY=VALUE]... VENUE...
//
// A VENUE is HOST:PORT or HOST:PORT:COMPID:DICTIONARY:NAMES. Its version is that of its dictionary. NAMES says how it
// names pairs: slash, plain, or a file with lines of a pair and its SecurityID (48). Passes on the best prices of all
// venues as they are, with the id (299) of the tick that came last: 35=W, or 35=X where a client asked for that (265=1).
// Keys: leave-out=N, twice=N, hold=MS, conflate=1, every=1, account=FILE (market.h). At its end it prints what it did with
// the ticks of the measurement.

#include "market.h"

#include <quickfix/FileStore.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>
#include <quickfix/fix44/MarketDataRequest.h>
#include <quickfix/fix44/MarketDataRequestReject.h>

#include <algorithm>
#include <csignal>
#include <sstream>
#include <stdexcept>

namespace {

std::vector<string> split(const string& words, char at) {
    std::vector<string> parts;
    std::stringstream list(words);
    for (string part; std::getline(list, part, at);) {
        parts.push_back(part);
    }
    return parts;
}

struct Venue {
    string host, port, compId = "VENUE", dictionary;
    int nameTag = FIX::FIELD::Symbol;
    std::map<string, string> names;  // its name of each pair
    std::map<string, string> pairs;  // and back

    Venue(const string& word, const std::vector<string>& all, const string& defaultDictionary) {
        std::vector<string> parts = split(word, ':');
        if (parts.size() != 2 && parts.size() != 5) {
            throw std::invalid_argument(word + " is no HOST:PORT or HOST:PORT:COMPID:DICTIONARY:NAMES");
        }
        host = parts[0];
        port = parts[1];
        compId = parts.size() == 5 ? parts[2] : compId;
        dictionary = parts.size() == 5 ? parts[3] : defaultDictionary;
        name(parts.size() == 5 ? parts[4] : "slash", all);
        for (const auto& each : names) {
            pairs[each.second] = each.first;
        }
    }

    void name(const string& how, const std::vector<string>& all) {
        if (how == "slash" || how == "plain") {
            for (const string& pair : all) {
                names[pair] = how == "slash" ? pair : pair.substr(0, 3) + pair.substr(4);
            }
            return;
        }
        nameTag = FIX::FIELD::SecurityID;
        std::ifstream file(how);
        for (string pair, id; file >> pair >> id;) {
            if (std::find(all.begin(), all.end(), pair) != all.end()) {
                names[pair] = id;
            }
        }
    }
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
    VenueSide(Market& market, const std::vector<Venue>& venues) : market_(market) {
        for (const Venue& venue : venues) {
            venues_.insert({venue.compId, venue});
        }
    }

    void onLogon(const FIX::SessionID& session) override {
        const Venue& venue = of(session);
        FIX::Message request;
        request.getHeader().setField(FIX::MsgType("V"));
        request.setField(FIX::MDReqID("all"));
        request.setField(FIX::SubscriptionRequestType('1'));
        request.setField(FIX::MarketDepth(1));
        request.setField(FIX::MDUpdateType(0));
        for (char side : {'0', '1'}) {
            FIX44::MarketDataRequest::NoMDEntryTypes type;
            type.set(FIX::MDEntryType(side));
            request.addGroup(type);
        }
        for (const auto& each : venue.names) {
            FIX::Group pair(FIX::FIELD::NoRelatedSym, venue.nameTag);
            pair.setField(venue.nameTag, each.second);
            if (venue.nameTag == FIX::FIELD::SecurityID) {
                pair.setField(FIX::FIELD::SecurityIDSource, "8");
            }
            request.addGroup(pair);
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
        const Venue& venue = of(session);
        market_.update(venue.compId, venue.pairs.at(message.getField(venue.nameTag)), top);
    }

private:
    const Venue& of(const FIX::SessionID& session) const {
        return venues_.at(session.getTargetCompID().getValue());
    }

    Market& market_;
    std::map<string, Venue> venues_;
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

string common(const string& type) {
    return "[DEFAULT]\nConnectionType=" + type + "\nHeartBtInt=30\nStartTime=00:00:00\nEndTime=00:00:00\n"
        + "ResetOnLogon=Y\nReconnectInterval=1\nSocketNodelay=Y\nSenderCompID=PRICING\n";
}

string session(const string& peer, const string& dictionary) {
    return "[SESSION]\nTargetCompID=" + peer + "\nBeginString=" + FIX::DataDictionary(dictionary).getVersion()
        + "\nDataDictionary=" + dictionary + "\n";
}

string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

FIX::SessionSettings settings(const string& lines) {
    std::stringstream stream(lines);
    return FIX::SessionSettings(stream);
}

FIX::SessionSettings venueSettings(const std::vector<Venue>& venues) {
    string lines = common("initiator");
    for (const Venue& venue : venues) {
        lines += session(venue.compId, venue.dictionary) + "SocketConnectHost=" + venue.host + "\nSocketConnectPort="
            + venue.port + "\n";
    }
    return settings(lines);
}

FIX::SessionSettings clientSettings(const string& port, int sessions, const string& dictionary) {
    string lines = common("acceptor") + "SocketAcceptPort=" + port + "\nSocketReuseAddress=Y\n";
    for (int i = 0; i < sessions; i++) {
        lines += session("CLIENT-" + two(i), dictionary);
    }
    return settings(lines);
}

void set(Manner& manner, const string& key, const string& value) {
    if (key == "account") {
        manner.account = value;
        return;
    }
    int number = std::stoi(value);
    if (key == "leave-out") {
        manner.leaveOut = number;
    } else if (key == "twice") {
        manner.twice = number;
    } else if (key == "hold") {
        manner.holdNs = number * 1000000LL;
    } else if (key == "conflate") {
        manner.conflate = number != 0;
    } else if (key == "every") {
        manner.every = number != 0;
    } else {
        throw std::invalid_argument(key + " is no key");
    }
}

void run(const std::vector<string>& words) {
    std::vector<string> pairs = split(words[2], ',');
    std::vector<Venue> venues;
    Manner manner;
    for (size_t i = 4; i < words.size(); i++) {
        size_t equals = words[i].find('=');
        if (equals == string::npos) {
            venues.emplace_back(words[i], pairs, words[3]);
        } else {
            set(manner, words[i].substr(0, equals), words[i].substr(equals + 1));
        }
    }
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);

    Market market(pairs, manner);
    VenueSide venueSide(market, venues);
    ClientSide clientSide(market);
    FIX::MemoryStoreFactory store;
    FIX::ScreenLogFactory log(false, false, true);
    FIX::SocketAcceptor acceptor(clientSide, store, clientSettings(words[0], std::stoi(words[1]), words[3]), log);
    FIX::SocketInitiator initiator(venueSide, store, venueSettings(venues), log);
    acceptor.start();
    initiator.start();
    int signal = 0;
    sigwait(&ends, &signal);
    market.end();
    initiator.stop();
    acceptor.stop();
}

}  // namespace

int main(int count, char** words) {
    if (count < 6) {
        std::cerr << "pricing CLIENT_PORT SESSIONS PAIRS DICTIONARY [KEY=VALUE]... VENUE..." << std::endl;
        return 2;
    }
    try {
        run(std::vector<string>(words + 1, words + count));
        return 0;
    } catch (const std::exception& problem) {
        std::cerr << problem.what() << std::endl;
        return 2;
    }
}

// What the two sides of the pricing application share: prices, who wants them, and what is done wrong on purpose.

#pragma once

#include <quickfix/Session.h>
#include <quickfix/fix44/MarketDataIncrementalRefresh.h>
#include <quickfix/fix44/MarketDataSnapshotFullRefresh.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

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

/** How it quotes; a count of 0 is never. */
struct Manner {
    int leaveOut = 0;       // every so many-th quote stays unsent
    int twice = 0;          // every so many-th is sent again
    long long holdNs = 0;   // each waits so long
    bool conflate = false;  // and a newer one of its pair takes its place meanwhile
    bool every = false;     // each tick is quoted, also one that leaves the price as it was
    string account;         // file that says at the end what became of each quote
};

inline long long nowNs() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }

inline string text(const FIX::FieldMap& fields, int tag) {
    return fields.isSetField(tag) ? fields.getField(tag) : string();
}

/** Several venues in, the best of them out; any thread may call it. */
class Market {
public:
    Market(const std::vector<string>& pairs, const Manner& manner) : manner_(manner) {
        for (const string& pair : pairs) {
            books_[pair];
        }
        if (manner.holdNs > 0) {
            holder_ = std::thread([this] { release(); });
        }
    }

    bool knows(const string& pair) const { return books_.count(pair) > 0; }

    void subscribe(const string& pair, Subscriber subscriber) {
        std::lock_guard<std::mutex> lock(mutex_);
        Book& book = books_[pair];
        if (!book.quoted.empty()) {
            snapshot(pair, book.quoted, subscriber);
        }
        book.subscribers.push_back(subscriber);
    }

    void forget(const FIX::SessionID& session, const string& request) {
        std::lock_guard<std::mutex> lock(mutex_);
        for (auto& each : books_) {
            auto& those = each.second.subscribers;
            for (auto it = those.begin(); it != those.end();) {
                bool gone = it->session == session && (request.empty() || it->request == request);
                it = gone ? those.erase(it) : it + 1;
            }
        }
    }

    void update(const string& venue, const string& pair, const Top& top) {
        std::lock_guard<std::mutex> lock(mutex_);
        long long arrivedNs = nowNs();
        flush(arrivedNs);
        Book& book = books_[pair];
        book.venues[venue] = top;
        Quote quote{arrivedNs + manner_.holdNs, arrivedNs, pair, best(book, top.empty() ? "" : top.begin()->second.id)};
        if (manner_.every || !samePrices(book.now, quote.top)) {
            book.now = quote.top;
            take(quote);
            flush(arrivedNs);
        }
    }

    void end() {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            ended_ = true;
        }
        changed_.notify_all();
        if (holder_.joinable()) {
            holder_.join();
        }
        std::lock_guard<std::mutex> lock(mutex_);
        std::cout << "sent=" << counts_[SENT] << " left-out=" << counts_[LEFT_OUT] << std::endl;
        std::ofstream account(manner_.account);
        for (const Line& line : lines_) {
            account << line.id << ' ' << line.session << ' ' << line.pair << ' ' << FATES[line.fate] << ' '
                    << line.arrivedNs << ' ' << line.outNs << '\n';
        }
    }

private:
    struct Book {
        std::map<string, Top> venues;
        Top now, quoted;
        std::vector<Subscriber> subscribers;
    };

    struct Quote {
        long long dueNs, arrivedNs;
        string pair;
        Top top;
    };

    enum Fate { SENT, LEFT_OUT, TWICE, CONFLATED };
    const char* FATES[4] = {"sent", "left-out", "twice", "conflated"};

    struct Line {
        long long id;
        string session, pair;
        Fate fate;
        long long arrivedNs, outNs;
    };

    static bool samePrices(const Top& one, const Top& other) {
        return one.size() == other.size()
            && std::equal(one.begin(), one.end(), other.begin(), [](const auto& a, const auto& b) {
                   return a.first == b.first && a.second.price == b.second.price;
               });
    }

    /** The best price of each side, named by the tick that came last. */
    static Top best(const Book& book, const string& id) {
        Top best;
        for (const auto& venue : book.venues) {
            for (const auto& side : venue.second) {
                auto known = best.find(side.first);
                double better = known == best.end() ? 1 : std::stod(side.second.price) - std::stod(known->second.price);
                if (known == best.end() || (side.first == '0' ? better > 0 : better < 0)) {
                    best[side.first] = {side.second.price, side.second.size, id};
                }
            }
        }
        return best;
    }

    /** Behind those that wait, or in the place of the one of its pair. */
    void take(const Quote& quote) {
        for (Quote& waits : pending_) {
            if (manner_.conflate && waits.pair == quote.pair) {
                for (Subscriber& each : books_[quote.pair].subscribers) {
                    note(waits, each, CONFLATED, 0);
                }
                waits.arrivedNs = quote.arrivedNs;
                waits.top = quote.top;
                return;
            }
        }
        pending_.push_back(quote);
        changed_.notify_all();
    }

    void flush(long long untilNs) {
        while (!pending_.empty() && pending_.front().dueNs <= untilNs) {
            Quote quote = pending_.front();
            pending_.pop_front();
            Book& book = books_[quote.pair];
            book.quoted = quote.top;
            for (Subscriber& each : book.subscribers) {
                publish(quote, each);
            }
        }
    }

    void release() {
        std::unique_lock<std::mutex> lock(mutex_);
        while (!ended_) {
            if (pending_.empty()) {
                changed_.wait(lock);
            } else {
                std::chrono::nanoseconds due(pending_.front().dueNs);
                changed_.wait_until(lock, std::chrono::steady_clock::time_point(due));
            }
            flush(nowNs());
        }
    }

    void publish(const Quote& quote, Subscriber& to) {
        long long count = measured(quote) ? ++quotes_ : 0;
        if (count > 0 && manner_.leaveOut > 0 && count % manner_.leaveOut == 0) {
            note(quote, to, LEFT_OUT, 0);
            return;
        }
        note(quote, to, SENT, nowNs());
        show(quote, to);
        if (count > 0 && manner_.twice > 0 && count % manner_.twice == 0) {
            note(quote, to, TWICE, nowNs());
            show(quote, to);
        }
    }

    static long long id(const Quote& quote) {
        return quote.top.empty() ? 0 : std::stoll("0" + quote.top.begin()->second.id);
    }

    static bool measured(const Quote& quote) { return id(quote) < MEASURED; }

    void note(const Quote& quote, const Subscriber& to, Fate fate, long long outNs) {
        if (measured(quote)) {
            counts_[fate]++;
            if (!manner_.account.empty()) {
                lines_.push_back({id(quote), to.session.getTargetCompID().getValue(), quote.pair, fate, quote.arrivedNs, outNs});
            }
        }
    }

    void show(const Quote& quote, Subscriber& to) {
        if (to.changes && !to.shown.empty()) {
            changes(quote.pair, quote.top, to);
        } else {
            snapshot(quote.pair, quote.top, to);
        }
    }

    void snapshot(const string& pair, const Top& top, Subscriber& to) {
        FIX44::MarketDataSnapshotFullRefresh message;
        message.set(FIX::MDReqID(to.request));
        message.set(FIX::Symbol(pair));
        for (const auto& side : top) {
            FIX44::MarketDataSnapshotFullRefresh::NoMDEntries group;
            fill(group, side.first, side.second);
            message.addGroup(group);
        }
        send(message, to, top);
    }

    void changes(const string& pair, const Top& top, Subscriber& to) {
        FIX44::MarketDataIncrementalRefresh message;
        message.set(FIX::MDReqID(to.request));
        for (const auto& side : to.shown) {
            add(message, FIX::MDUpdateAction_DELETE, pair, side.first, side.second);
        }
        for (const auto& side : top) {
            add(message, FIX::MDUpdateAction_NEW, pair, side.first, side.second);
        }
        send(message, to, top);
    }

    static void add(FIX44::MarketDataIncrementalRefresh& message, char action, const string& pair, char side,
                    const Entry& entry) {
        FIX44::MarketDataIncrementalRefresh::NoMDEntries group;
        group.set(FIX::MDUpdateAction(action));
        group.set(FIX::Symbol(pair));
        fill(group, side, entry);
        message.addGroup(group);
    }

    template <typename Group>
    static void fill(Group& group, char side, const Entry& entry) {
        group.set(FIX::MDEntryType(side));
        group.setField(FIX::FIELD::MDEntryPx, entry.price);
        if (!entry.size.empty()) {
            group.setField(FIX::FIELD::MDEntrySize, entry.size);
        }
        if (!entry.id.empty()) {
            group.setField(FIX::FIELD::QuoteEntryID, entry.id);
        }
    }

    static void send(FIX::Message& message, Subscriber& to, const Top& top) {
        FIX::Session::sendToTarget(message, to.session);
        to.shown = top;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<string, Book> books_;
    std::deque<Quote> pending_;
    std::vector<Line> lines_;
    std::thread holder_;
    const Manner manner_;
    long long quotes_ = 0, counts_[4] = {};
    bool ended_ = false;
};

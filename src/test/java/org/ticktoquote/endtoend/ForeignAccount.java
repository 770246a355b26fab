package org.ticktoquote.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.ticktoquote.analysis.results.ResultCell;
import org.ticktoquote.analysis.results.TickResults;

/**
 * Record of each measured quote written by a foreign application, in order, and
 * the expected results, computed from that record only, if every tick is due and no conflation is declared.
 */
final class ForeignAccount {
    private static final String RESULTS = "tick-results.bin";
    private static final String SENT = "sent";
    private static final String TWICE = "twice";
    private static final String CONFLATED = "conflated";

    private record Quote(long tick, int session, String pair, String fate, long arrivedNs, long outNs) {
        static Quote of(String line) {
            String[] words = line.split(" ");
            int session = Integer.parseInt(words[1].substring("CLIENT-".length()));
            return new Quote(
                    Long.parseLong(words[0]),
                    session,
                    words[2],
                    words[3],
                    Long.parseLong(words[4]),
                    Long.parseLong(words[5]));
        }

        boolean left() {
            return fate.equals(SENT) || fate.equals(TWICE);
        }

        Key key() {
            return new Key(tick, session);
        }

        /** Ticks with the same key have a known order. */
        String way(IntUnaryOperator order) {
            return session + " " + pair + " " + order.applyAsInt((int) tick);
        }
    }

    private record Key(long tick, int session) {}

    private final List<Quote> quotes = new ArrayList<>();
    private final Map<Key, String> outcomes = new HashMap<>();
    private final Map<String, Long> counts = new HashMap<>();
    /** Quotes that first answered their tick. */
    private final Map<Key, Quote> newest = new HashMap<>();

    /** Reads the record; ticks are ordered within their venue, or within their pair. */
    static ForeignAccount read(Path file, Path run, boolean ofVenues) throws IOException {
        ForeignAccount account = new ForeignAccount();
        Files.readAllLines(file).forEach(line -> account.quotes.add(Quote.of(line)));
        try (TickResults results = TickResults.open(run.resolve(RESULTS))) {
            account.play(tick -> ofVenues ? results.venueId(tick) : 0);
        }
        return account;
    }

    private void play(IntUnaryOperator order) {
        Map<String, Long> shown = new HashMap<>();
        for (Quote quote : quotes) {
            count(quote.fate());
            if (quote.left()) {
                long before = shown.getOrDefault(quote.way(order), 0L);
                count(quote.tick() > before ? "newer" : quote.tick() == before ? "duplicate" : "regressed");
                if (quote.tick() > before) {
                    newest.put(quote.key(), quote);
                    shown.put(quote.way(order), quote.tick());
                }
            }
        }
        for (Quote quote : quotes) {
            if (!quote.fate().equals(TWICE)) {
                boolean followed = shown.getOrDefault(quote.way(order), 0L) > quote.tick();
                String outcome = quote.fate().equals(SENT) ? "published" : followed ? "skipped" : "lost";
                outcomes.put(quote.key(), outcome);
                count(outcome);
            }
        }
    }

    private void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** Returns the count of a fate ({@code sent}, {@code left-out}, {@code twice}, {@code conflated}), an outcome or a snapshot class. */
    long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /**
     * Returns ticks and sessions for which the analysis disagrees, or for which {@code sent <= arrived}, {@code arrived + hold
     * <= out} or {@code out <= received} does not hold. Conflated quotes can be reported as conflated.
     */
    List<String> disagreements(Path run, long holdNs) {
        List<String> all = new ArrayList<>();
        Set<Key> conflated = new HashSet<>();
        quotes.stream().filter(quote -> quote.fate().equals(CONFLATED)).forEach(quote -> conflated.add(quote.key()));
        try (TickResults results = TickResults.open(run.resolve(RESULTS))) {
            for (long tick = 1; tick <= results.ticks(); tick++) {
                for (int session = 0; session < results.sessions(); session++) {
                    Key key = new Key(tick, session);
                    String found = name(ResultCell.outcome(results.cell(tick, session)));
                    String expected = outcomes.get(key);
                    if (!found.equals(expected) && !(conflated.contains(key) && found.equals(CONFLATED))) {
                        all.add(key + ": " + found + ", by the application's account " + expected);
                    }
                    if (newest.containsKey(key) && !ordered(results, newest.get(key), holdNs)) {
                        all.add("not in the order of time: " + newest.get(key));
                    }
                }
            }
        }
        return all;
    }

    private static boolean ordered(TickResults results, Quote quote, long holdNs) {
        long receivedNs =
                results.intendedNs(quote.tick()) + ResultCell.responseNs(results.cell(quote.tick(), quote.session()));
        return results.sentNs(quote.tick()) <= quote.arrivedNs()
                && quote.arrivedNs() + holdNs <= quote.outNs()
                && quote.outNs() <= receivedNs;
    }

    private static String name(int outcome) {
        return switch (outcome) {
            case ResultCell.PUBLISHED -> "published";
            case ResultCell.CONFLATED -> CONFLATED;
            case ResultCell.SKIPPED -> "skipped";
            case ResultCell.LOST -> "lost";
            default -> "outcome " + outcome;
        };
    }
}

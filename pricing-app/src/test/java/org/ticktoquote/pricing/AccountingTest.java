package org.ticktoquote.pricing;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;
import static org.ticktoquote.pricing.FeedParty.BOTH;
import static org.ticktoquote.pricing.FeedParty.opening;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.pricing.feed.FeedBytes;
import org.ticktoquote.pricing.truth.Decision;

/** The truth has every tick and every due session exactly once and agrees with the messages clients received. */
class AccountingTest {
    private static final int TIERS = 5;
    private static final int CONFIGURED = 8;
    private static final int CLIENTS = 7;
    private static final int TICKS = 400;

    @TempDir
    private Path truth;

    private final Map<Long, Long> sentNs = new HashMap<>();

    @ParameterizedTest
    @CsvSource({
        "3, 1, none, none, ''",
        "5, 2, 2ms, none, ''",
        "12, 1, none, none, drop:share=0.1",
        "40, 3, 'lognormal:median=1ms,sigma=1,seed=3', none, duplicate:share=0.1",
        "3, 1, none, none, reorder:share=0.1",
        "4, 1, none, 5ms, 'delay-session:session=1,by=3ms'"
    })
    void accountsForEveryTickAndEveryDueSession(
            int threads, int publishers, String hold, String conflation, String fault) throws Exception {
        String options = "--feed udp://127.0.0.1:0 --truth " + truth + " --sessions " + CONFIGURED + " --hold " + hold
                + " --threads " + threads + " --publishers " + publishers + " --conflation " + conflation
                + (fault.isEmpty() ? "" : " --fault " + fault);
        List<TestClients.Received> received;
        try (RunningApplication application = new RunningApplication(options);
                FeedParty feed = new FeedParty(application);
                TestClients clients = new TestClients("FIX.4.4", application.fixPort(), CLIENTS)) {
            play(feed, clients);
            await().atMost(ONE_MINUTE).until(() -> {
                application.expectAlive();
                return clients.received().stream().anyMatch(each -> each.type().equals("W") && each.tickId() == TICKS);
            });
            application.end();
            assertThat(application.line("done")).isPresent();
            received = clients.received();
        }
        Map<Long, TruthFiles.In> ticks = ticks();
        checkDue(ticks);
        checkReceived(ticks, received);
        // with conflation the number of slices, and so of snapshots, depends on speed
        assertThat(received.size()).isGreaterThan(conflation.equals("none") ? (int) published(ticks) : 0);
    }

    private void play(FeedParty feed, TestClients clients) throws Exception {
        feed.send(opening());
        for (int session = 0; session < CLIENTS; session++) {
            clients.request(session, "r" + session, "1", BOTH);
        }
        Random random = new Random(5);
        for (int id = 1; id <= TICKS; id++) {
            sentNs.put((long) id, System.nanoTime());
            boolean last = id > TICKS - 3; // all venues change, so that the last tick is published
            feed.send(last ? moved(id) : randomQuote(random, id));
            LockSupport.parkNanos(200_000); // the feed's pace
        }
    }

    private static FeedBytes moved(int id) {
        String ask = Price.format(1_300_000_000L - id * 10_000L); // better than the previous one
        return FeedBytes.datagram(1, id).quote(id, 0, id % 3, id, "1.2", ask);
    }

    private static FeedBytes randomQuote(Random random, int id) {
        int instrument = random.nextInt(2);
        long bid = 1_100_000_000L + random.nextInt(4) * 10_000L;
        long ask = bid + random.nextInt(7) * 10_000L - 10_000L;
        String bidText = random.nextInt(4) == 0 ? "-" : Price.format(bid);
        String askText = !bidText.equals("-") && random.nextInt(4) == 0 ? "-" : Price.format(ask);
        return FeedBytes.datagram(1, id).quote(id, instrument, random.nextInt(3), id, bidText, askText);
    }

    private Map<Long, TruthFiles.In> ticks() {
        List<TruthFiles.In> all = TruthFiles.ticks(truth);
        assertThat(all).as("one decision per tick").doesNotHaveDuplicates().hasSize(TICKS);
        return all.stream().collect(Collectors.toMap(TruthFiles.In::tickId, Function.identity()));
    }

    private static long published(Map<Long, TruthFiles.In> ticks) {
        return ticks.values().stream()
                .filter(tick -> tick.decision() == Decision.PUBLISHED)
                .count();
    }

    private void checkDue(Map<Long, TruthFiles.In> ticks) {
        Map<Long, List<Integer>> due = new TreeMap<>();
        for (TruthFiles.In tick : ticks.values()) {
            assertThat(tick.arrivedNs()).isGreaterThanOrEqualTo(sentNs.get(tick.tickId()));
            assertThat(tick.decision() == Decision.PUBLISHED).isEqualTo(tick.changedTiers() != 0);
            for (int session = 0; session < CONFIGURED; session++) {
                if (tick.changed(session % TIERS)) {
                    due.computeIfAbsent(tick.tickId(), unused -> new ArrayList<>())
                            .add(session);
                }
            }
        }
        assertThat(published(ticks)).isGreaterThan(TICKS / 10);
        Map<Long, List<Integer>> accounted = TruthFiles.quotes(truth).stream()
                .filter(out -> !out.fate().extra())
                .collect(groupingBy(TruthFiles.Out::tickId, TreeMap::new, mapping(TruthFiles.Out::session, toList())));
        accounted.values().forEach(sessions -> sessions.sort(null));
        assertThat(accounted).as("every due session has one fate per tick").isEqualTo(due);
    }

    private void checkReceived(Map<Long, TruthFiles.In> ticks, List<TestClients.Received> received) {
        Map<String, TruthFiles.Out> bySequence = new HashMap<>();
        TruthFiles.quotes(truth).stream().filter(out -> out.sequence() > 0).forEach(out -> {
            assertThat(out.outNs())
                    .isGreaterThanOrEqualTo(ticks.get(out.tickId()).releaseNs());
            bySequence.put(out.session() + ":" + out.sequence(), out);
        });
        for (TestClients.Received snapshot : received) {
            TruthFiles.Out out = bySequence.get(snapshot.session() + ":" + snapshot.sequence());
            assertThat(out).as("%s", snapshot).isNotNull();
            assertThat(snapshot.tickId()).isEqualTo(out.tickId());
            assertThat(snapshot.atNs()).isGreaterThanOrEqualTo(out.outNs());
            assertThat(snapshot.snapshot()).contains(Price.format(out.bid()) + " " + Price.format(out.ask()));
        }
    }
}

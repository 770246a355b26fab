package org.ticktoquote.wire.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that reconnect, unsubscribe and subscribe again. */
final class CapturedClientsTest extends WireRunFixture {
    @Test
    void clientThatReconnectsFromItsPortsIsNotCountedAsDropped() {
        feedAndClient().replaced(20 * MS);
        system.client("CLIENT", true).logon(21 * MS).price(22 * MS, 2, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        assertThat(quotes(made(), 0))
                .endsWith("8 @20000000", "1 @21000001", "0 @22000000 tick 1")
                .noneMatch(event -> event.startsWith("2 "));
    }

    @Test
    void clientThatUnsubscribesAndLogsOutDoesNotSubscribeAgain() {
        feedAndClient()
                .request(20 * MS, "V", "262=REURUSD|263=2|")
                .logout(21 * MS, false)
                .logout(22 * MS, true);
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        assertThat(quotes(made(), 0)).endsWith("16 @20000000 of a stream", "8 @21000000", "2 @22000000");
    }

    @Test
    void clientThatRequestsASnapshotBeforeTheFirstCapturedPriceDoesNotSubscribe() {
        system.define(0, FEED, 7, "EUR/USD", "USD/JPY");
        system.client("CLIENT", false)
                .request(3 * MS, "V", "262=once|263=0|146=1|55=EURUSD|")
                .price(4 * MS, 2, "EURUSD", 1, "1.1", "1.2");
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);

        assertThat(quotes(made(), 0)).contains("16 @3000000").noneMatch(event -> event.startsWith("17 "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            V 262=REURUSD|263=2|                                                       ! 16 of a stream
            R 131=REURUSD|263=2|146=1|55=EURUSD|                                       ! 16 of a stream
            Z 131=REURUSD|117=9|298=1|                                                 ! 16 of a stream
            V 262=other|263=2|146=1|55=EURUSD|                                         ! 16 of a stream
            V 262=REURUSD|263=2|, V 262=again|263=1|146=1|55=EURUSD|                   ! 16 of a stream, 17
            V 262=other|263=1|146=1|55=EURUSD|, V 262=REURUSD|263=2|                   ! ''
            V 262=once|263=0|146=1|55=EURUSD|                                          ! ''
            V 262=REURUSD|263=2|, V 262=once|263=0|146=1|55=EURUSD|                    ! 16 of a stream, 16
            V 262=once|263=0|146=1|55=GBPUSD|, V 262=twice|263=0|146=1|55=GBPUSD|      ! 16, 16
            R 131=quote|146=1|55=GBPUSD|, Z 131=quote|117=9|298=1|                     ! 16
            """)
    void recordsThatTheClientUnsubscribesAndSubscribes(String requests, String kinds) {
        CapturedSystem.Connection client = feedAndClient();
        system.tick(10 * MS, FEED, 7, 1, 0, 1, 2);
        for (String request : requests.strip().split(", ", -1)) {
            client.request(20 * MS, request.substring(0, 1), request.substring(2));
        }
        client.price(21 * MS, 4, "EURUSD", 1, "1.1", "1.2");

        assertThat(quotes(made(), 0).stream()
                        .filter(event -> event.contains(" @20000000"))
                        .map(event -> event.replace(" @20000000", ""))
                        .collect(Collectors.joining(", ")))
                .isEqualTo(kinds);
    }
}

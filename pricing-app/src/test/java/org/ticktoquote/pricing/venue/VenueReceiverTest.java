package org.ticktoquote.pricing.venue;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.ticktoquote.core.control.StatusLine;

class VenueReceiverTest {
    /** Blocks the receiving thread, as full queues do. */
    private static final class Blocking implements Consumer<StatusLine> {
        private final CountDownLatch entered = new CountDownLatch(1);

        @Override
        public void accept(StatusLine opened) {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void closeDoesNotWaitForABlockedReceiver() throws Exception {
        try (ServerSocket venue = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            VenueAddress address = VenueAddress.parse("fix://127.0.0.1:" + venue.getLocalPort());
            Blocking blocking = new Blocking();
            VenueReceiver receiver =
                    new VenueReceiver(0, address, null, List.of(), System::nanoTime, message -> {}, () -> {}, blocking);
            Thread receiving = new Thread(receiver::run);
            Thread closing = new Thread(receiver::close);
            receiving.start();
            blocking.entered.await();
            closing.start();
            try {
                while (closing.isAlive()) {
                    assertThat(closing.getState()).isNotEqualTo(Thread.State.TIMED_WAITING);
                }
                assertThat(receiving.isAlive()).isTrue();
            } finally {
                receiving.interrupt();
                receiving.join();
            }
        }
    }
}

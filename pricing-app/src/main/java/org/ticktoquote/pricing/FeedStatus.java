package org.ticktoquote.pricing;

import java.util.function.Consumer;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.pricing.feed.FeedReceiver;

/** Reports what happens to the market-data socket as lines {@code feed}. */
final class FeedStatus implements FeedReceiver.Listener {
    private final Consumer<StatusLine> status;

    private record Open(String state, int port, int receiveBufferBytes) {}

    private record Broken(String state, String cause) {}

    FeedStatus(Consumer<StatusLine> status) {
        this.status = status;
    }

    @Override
    public void onOpen(String how, int port, int receiveBufferBytes) {
        status.accept(StatusLine.of("feed", new Open(how, port, receiveBufferBytes)));
    }

    @Override
    public void onBroken(String cause) {
        status.accept(StatusLine.of("feed", new Broken("broken", cause)));
    }
}

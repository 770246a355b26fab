package org.ticktoquote.clients.engine;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.agrona.concurrent.NanoClock;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.filterchain.IoFilterChainBuilder;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.clients.config.Tls;
import org.ticktoquote.clients.tap.SessionTap;
import quickfix.SessionID;

/** Puts our filters in front of QuickFIX/J's: the clock first, then decryption where there is TLS, then the tap. */
final class FilterChain implements IoFilterChainBuilder {
    private final Map<SessionID, SessionTap> taps;
    private final Optional<Pauses> pauses;
    private final Connections connections;
    private final NanoClock clock;
    private final EngineListener listener;
    private final @Nullable Tls tls;
    private final @Nullable SSLContext context;

    FilterChain(
            Map<SessionID, SessionTap> taps,
            Optional<Pauses> pauses,
            Connections connections,
            NanoClock clock,
            @Nullable Tls tls,
            EngineListener listener) {
        this.listener = listener;
        this.taps = taps;
        this.pauses = pauses;
        this.connections = connections;
        this.clock = clock;
        this.tls = tls;
        this.context = tls == null ? null : TlsFilter.context(tls);
    }

    @Override
    public void buildFilterChain(IoFilterChain chain) {
        ReadStamp stamp = new ReadStamp(clock);
        TapFilter tap = new TapFilter(stamp, id -> Objects.requireNonNull(taps.get(id)));
        stamp.atEnd(tap::end);
        chain.addFirst("tap", tap);
        if (tls != null && context != null) {
            chain.addFirst("tls", TlsFilter.of(tls, context));
        }
        chain.addFirst("stamp", stamp);
        pauses.ifPresent(some -> chain.addFirst("slow", new SlowReader(some, clock)));
        chain.addLast(
                "connections",
                new ConnectionFilter(
                        connections, id -> Objects.requireNonNull(taps.get(id)).index(), listener));
    }
}

package org.ticktoquote.harness.remote;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.clock.ClockIdentity;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.harness.host.need.HostSheet;
import org.ticktoquote.harness.host.source.LiveHost;
import org.ticktoquote.harness.process.PartnerCommand;
import org.ticktoquote.harness.remote.DeputyOrders.AtAddress;
import org.ticktoquote.harness.remote.DeputyOrders.AtPort;
import org.ticktoquote.harness.remote.DeputyOrders.Begin;
import org.ticktoquote.harness.remote.DeputyOrders.Begun;
import org.ticktoquote.harness.remote.DeputyOrders.OfCommand;
import org.ticktoquote.harness.remote.DeputyOrders.OfJava;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;
import org.ticktoquote.harness.remote.DeputyOrders.Sessions;
import org.ticktoquote.harness.remote.DeputyOrders.Ticks;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.remote.DeputyOrders.Words;
import org.ticktoquote.harness.site.JournalQuoteTail;
import org.ticktoquote.harness.site.JournalTickTail;
import org.ticktoquote.harness.site.LocalSite;
import org.ticktoquote.harness.site.QuoteTail;
import org.ticktoquote.harness.site.TickTail;

/**
 * The deputy: answers for its host to a harness on another one, over its standard streams, and ends with them. It starts no
 * process of a run; its {@code clock} is the host's.
 */
@picocli.CommandLine.Command(
        name = "deputy",
        hidden = true,
        description = "Internal: answers for this host to a harness on another one.")
public final class DeputyCommand extends PartnerCommand {
    private WorkFolder work = WorkFolder.NONE;
    private LocalSite site = new LocalSite(new RunDirectory(Path.of("")), "");
    private @Nullable TickTail ticks;
    private @Nullable QuoteTail quotes;

    @Override
    public void onCommand(Command command) {
        StatusLine answer;
        try {
            answer = StatusLine.of(command.name(), answer(command));
        } catch (RuntimeException e) {
            String cause = e instanceof Refusal ? String.valueOf(e.getMessage()) : e.toString();
            answer = StatusLine.of(DeputyOrders.REFUSED, new Values(Map.of("cause", cause)));
        }
        report(answer);
    }

    private Object answer(Command command) {
        return switch (command.name()) {
            case DeputyOrders.BEGIN -> begin(command.detailAs(Begin.class));
            case DeputyOrders.CHECKSUM -> WorkFolder.content(Path.of(path(command)), path(command));
            case DeputyOrders.FACTS -> new Values(site.facts());
            case DeputyOrders.SHEET -> new Values(HostSheet.of(new LiveHost()).facts());
            case DeputyOrders.COUNT -> site.count(command.detailAs(AtPort.class).port());
            case DeputyOrders.FREE_PORT -> freePort(command.detailAs(AtAddress.class));
            case DeputyOrders.JAVA ->
                new OfPath(site.java(Path.of(path(command))).toString());
            case DeputyOrders.LOG_FLAGS -> logFlags(command.detailAs(OfJava.class));
            case DeputyOrders.APPLICATION_FILES -> applicationFiles(command.detailAs(OfCommand.class));
            case DeputyOrders.TICKS -> new Ticks(tickTail().more());
            case DeputyOrders.QUOTES ->
                quoteTail(command.detailAs(Sessions.class).sessions()).more();
            case DeputyOrders.FILES -> work.files();
            case DeputyOrders.REMOVE -> work.remove();
            default -> throw new Refusal(ExitStatus.USAGE, "'" + command.name() + "' is no order of a deputy");
        };
    }

    private static String path(Command command) {
        return command.detailAs(OfPath.class).path();
    }

    private Begun begin(Begin begin) {
        work = WorkFolder.make(begin.work(), begin.run());
        site = new LocalSite(new RunDirectory(work.run()), "");
        return new Begun(
                work.work().toString(),
                work.run().toString(),
                work.sent().toString(),
                site.ownJava().toString(),
                ClockIdentity.own());
    }

    private AtPort freePort(AtAddress at) {
        return new AtPort(site.freePort(at.transport(), at.address()));
    }

    private Words logFlags(OfJava of) {
        return new Words(site.logFlags(Path.of(of.java()), of.file()));
    }

    private Object applicationFiles(OfCommand of) {
        return site.applicationFiles(of.words(), Path.of(of.java()));
    }

    private TickTail tickTail() {
        TickTail tail = ticks;
        if (tail == null) {
            tail = new JournalTickTail(site.run());
            ticks = tail;
        }
        return tail;
    }

    private QuoteTail quoteTail(int sessions) {
        QuoteTail tail = quotes;
        if (tail == null) {
            tail = new JournalQuoteTail(site.run(), sessions);
            quotes = tail;
        }
        return tail;
    }

    @Override
    public void onClosed() {
        if (ticks != null) {
            ticks.close();
        }
        if (quotes != null) {
            quotes.close();
        }
    }
}

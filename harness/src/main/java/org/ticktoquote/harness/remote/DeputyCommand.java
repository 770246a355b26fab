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
import org.ticktoquote.harness.jvm.InstalledJvms;
import org.ticktoquote.harness.jvm.JvmChoice;
import org.ticktoquote.harness.remote.DeputyOrders.AtAddress;
import org.ticktoquote.harness.remote.DeputyOrders.AtPort;
import org.ticktoquote.harness.remote.DeputyOrders.Begin;
import org.ticktoquote.harness.remote.DeputyOrders.Begun;
import org.ticktoquote.harness.remote.DeputyOrders.Chosen;
import org.ticktoquote.harness.remote.DeputyOrders.Flags;
import org.ticktoquote.harness.remote.DeputyOrders.Objection;
import org.ticktoquote.harness.remote.DeputyOrders.OfCommand;
import org.ticktoquote.harness.remote.DeputyOrders.OfJava;
import org.ticktoquote.harness.remote.DeputyOrders.OfPath;
import org.ticktoquote.harness.remote.DeputyOrders.Placing;
import org.ticktoquote.harness.remote.DeputyOrders.Planned;
import org.ticktoquote.harness.remote.DeputyOrders.Profiled;
import org.ticktoquote.harness.remote.DeputyOrders.Refused;
import org.ticktoquote.harness.remote.DeputyOrders.Sessions;
import org.ticktoquote.harness.remote.DeputyOrders.Ticks;
import org.ticktoquote.harness.remote.DeputyOrders.Values;
import org.ticktoquote.harness.remote.DeputyOrders.Wanted;
import org.ticktoquote.harness.remote.DeputyOrders.Words;
import org.ticktoquote.harness.site.JournalQuoteTail;
import org.ticktoquote.harness.site.JournalTickTail;
import org.ticktoquote.harness.site.LocalSite;
import org.ticktoquote.harness.site.QuoteTail;
import org.ticktoquote.harness.site.TickTail;
import org.ticktoquote.host.audit.Readiness;
import org.ticktoquote.host.need.HostSheet;
import org.ticktoquote.host.process.PartnerCommand;
import org.ticktoquote.host.source.LiveHost;

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
    private final DeputyThreads threads = new DeputyThreads();
    private @Nullable TickTail ticks;
    private @Nullable QuoteTail quotes;

    @Override
    public void onCommand(Command command) {
        StatusLine answer;
        try {
            answer = StatusLine.of(command.name(), answer(command));
        } catch (RuntimeException e) {
            answer = StatusLine.of(DeputyOrders.REFUSED, Refused.of(e));
        }
        report(answer);
    }

    private Object answer(Command command) {
        return switch (command.name()) {
            case DeputyOrders.BEGIN -> begin(command.detailAs(Begin.class));
            case DeputyOrders.CHECKSUM -> WorkFolder.content(Path.of(path(command)), path(command));
            case DeputyOrders.FACTS -> new Values(site.facts());
            case DeputyOrders.SHEET -> new Values(HostSheet.of(new LiveHost()).facts());
            case DeputyOrders.READINESS -> readiness(command.detailAs(Profiled.class));
            case DeputyOrders.COUNT -> site.count(command.detailAs(AtPort.class).port());
            case DeputyOrders.FREE_PORT -> freePort(command.detailAs(AtAddress.class));
            case DeputyOrders.JAVA ->
                new OfPath(site.java(Path.of(path(command))).toString());
            case DeputyOrders.LOG_FLAGS -> logFlags(command.detailAs(OfJava.class));
            case DeputyOrders.APPLICATION_FILES -> applicationFiles(command.detailAs(OfCommand.class));
            case DeputyOrders.JVM_CHOICE -> choose(command.detailAs(Wanted.class));
            case DeputyOrders.JVM_OBJECTION -> objection(command.detailAs(Flags.class));
            case DeputyOrders.EXECUTABLE -> executable(path(command));
            case DeputyOrders.THREADS_OBJECTION -> objection(command.detailAs(Planned.class));
            case DeputyOrders.THREADS_PLACE -> threads.place(site, command.detailAs(Placing.class));
            case DeputyOrders.THREADS_MEASURING -> threads.measuring();
            case DeputyOrders.THREADS_MEASURED -> threads.measured();
            case DeputyOrders.THREADS_FINISH -> threads.finish();
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

    private Readiness readiness(Profiled of) {
        return Readiness.of(new LiveHost(), of.profile(), work.run());
    }

    private static Chosen choose(Wanted wanted) {
        String name = wanted.profile().name();
        Map<String, Path> given = wanted.given().isEmpty() ? Map.of() : Map.of(name, Path.of(wanted.given()));
        JvmChoice choice = InstalledJvms.find(given).choose(wanted.profile(), wanted.leastFeature());
        return new Chosen(choice.jvm().orElse(null), choice.reason());
    }

    private Values executable(String program) {
        site.requireExecutable(program);
        return new Values(Map.of());
    }

    private Objection objection(Flags asked) {
        return Objection.of(site.objection(Path.of(asked.java()), asked.flags()));
    }

    private Objection objection(Planned plan) {
        return Objection.of(site.objection(plan.choice(), plan.parties()));
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
        threads.finish();
        if (ticks != null) {
            ticks.close();
        }
        if (quotes != null) {
            quotes.close();
        }
        if (!work.equals(WorkFolder.NONE)) {
            work.removeEmpty(); // a harness that was interrupted early did not
        }
    }
}

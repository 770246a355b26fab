package org.ticktoquote.host.jvm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ticktoquote.core.command.IoReason;

/**
 * The unified log of this JVM's collector and safepoints, as {@code -Xlog} would write it, switched on while it runs: the
 * harness was started before its run directory was known.
 */
public final class RuntimeLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RuntimeLog.class);
    private static final String OPERATION = "vmLog";

    private final String output;

    private RuntimeLog(Path file) {
        this.output = "output=\"file=" + file.toAbsolutePath() + "\"";
    }

    /** Begins a file; a JVM that cannot do it goes without, and says so in its log. */
    public static RuntimeLog into(Path file) {
        RuntimeLog log = new RuntimeLog(file);
        log.configure(
                "what=gc*=info,safepoint=info",
                "output_options=filecount=0",
                "decorators=timenanos,uptimenanos,tags,tid");
        return log;
    }

    private void configure(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = output;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        try {
            Object answer = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            OPERATION,
                            new Object[] {all},
                            new String[] {String[].class.getName()});
            LOG.debug("{}: {}", output, answer);
        } catch (JMException e) {
            LOG.warn("no log of the collector: {}", IoReason.of(e));
        }
    }

    @Override
    public void close() {
        configure("what=all=off");
    }
}

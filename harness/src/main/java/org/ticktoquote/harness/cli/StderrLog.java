package org.ticktoquote.harness.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;

/**
 * Configures logging to standard error for all processes. The harness redirects its children's standard error to files of the
 * run directory. {@code -Dt2q.log.level=INFO} logs more.
 *
 * <p>Logback loads this class as a service, without parsing an XML configuration in each t2q JVM.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class StderrLog extends ContextAwareBase implements Configurator {
    private static final String LEVEL = "t2q.log.level";
    /** Replaces control characters in messages, because they could move the terminal's cursor. */
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX,UTC} %-5level [%thread] %logger{24} - "
            + "%replace(%msg){'[\\p{Cc}&&[^\\n\\t]]', '?'}%n";

    @Override
    public ExecutionStatus configure(LoggerContext logging) {
        logging.getStatusManager().add(new NopStatusListener());
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(logging);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setContext(logging);
        stderr.setName("stderr");
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder);
        stderr.start();
        Logger root = logging.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(System.getProperty(LEVEL), Level.WARN));
        root.addAppender(stderr);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}

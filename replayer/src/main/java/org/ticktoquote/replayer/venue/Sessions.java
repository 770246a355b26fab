package org.ticktoquote.replayer.venue;

import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.fix.message.PeerSilence;
import org.ticktoquote.replayer.feed.BackPressure;
import quickfix.CompositeLogFactory;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.LogFactory;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** Makes the sessions of a venue: QuickFIX/J's, without its transport, its threads and its logs. */
final class Sessions {
    private Sessions() {}

    /** Puts a link for each application into the venue. */
    static void create(Venue venue, Desk desk, BackPressure backPressure) {
        VenueSetup setup = venue.setup();
        VenueCallbacks callbacks = new VenueCallbacks(venue, desk);
        // no log at all: writing one would be on the path that is measured
        LogFactory silence = new CompositeLogFactory(new LogFactory[0]);
        try {
            SessionSettings settings = settings(setup);
            for (String application : setup.applications()) {
                SessionID id = id(setup, application);
                SentMessages sent = new SentMessages(setup.stored());
                SessionFactory factory =
                        new DefaultSessionFactory(callbacks, each -> sent, silence, new DefaultMessageFactory());
                callbacks.add(id, new ApplicationLink(setup, factory.create(id, settings), sent, backPressure));
            }
        } catch (ConfigError e) {
            throw Problem.of("--feed")
                    .fault("venue " + setup.name() + ": " + e.getMessage())
                    .refusal(ExitStatus.ENVIRONMENT, e);
        }
    }

    private static SessionID id(VenueSetup setup, String application) {
        return new SessionID(setup.version().beginString(), setup.name(), application);
    }

    private static SessionSettings settings(VenueSetup setup) {
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "acceptor");
        settings.setBool("NonStopSession", true);
        settings.setBool("ResetOnLogon", setup.logon().reset());
        settings.setBool("PersistMessages", setup.stored() > 0);
        settings.setBool("CheckLatency", false);
        settings.setString("TestRequestDelayMultiplier", PeerSilence.TEST_REQUEST_AFTER);
        settings.setBool("UseDataDictionary", true);
        String dictionary = setup.dictionary();
        // Without one requests are judged here: a bad one is answered with 35=Y, which says more than 35=3.
        settings.setBool("ValidateIncomingMessage", !dictionary.isEmpty());
        if (!dictionary.isEmpty()) {
            settings.setString(setup.version().overFixt() ? "AppDataDictionary" : "DataDictionary", dictionary);
        }
        if (setup.version().overFixt()) {
            settings.setString("DefaultApplVerID", setup.version().text());
        }
        for (String application : setup.applications()) {
            settings.setString(id(setup, application), "Description", application);
        }
        return settings;
    }
}

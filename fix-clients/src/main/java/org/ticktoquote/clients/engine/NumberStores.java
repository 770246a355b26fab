package org.ticktoquote.clients.engine;

import quickfix.FileStoreFactory;
import quickfix.MessageStore;
import quickfix.MessageStoreFactory;
import quickfix.NoopStore;
import quickfix.SessionID;
import quickfix.SessionSettings;

/** Message numbers of sessions: in memory, or in a folder where the session's configuration names one; never messages. */
final class NumberStores implements MessageStoreFactory {
    static final String FOLDER = FileStoreFactory.SETTING_FILE_STORE_PATH;

    private final SessionSettings settings;

    NumberStores(SessionSettings settings) {
        this.settings = settings;
    }

    @Override
    public MessageStore create(SessionID session) {
        return settings.isSetting(session, FOLDER) ? new FileStoreFactory(settings).create(session) : new NoopStore();
    }
}

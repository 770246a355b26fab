/** The QuickFIX/J side: sessions, subscriptions, threads and the filters in front of them. */
@NullMarked
package org.ticktoquote.clients.engine;

import org.jspecify.annotations.NullMarked;

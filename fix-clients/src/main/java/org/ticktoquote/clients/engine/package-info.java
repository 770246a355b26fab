/** QuickFIX/J sessions, subscriptions, threads and filters. */
@NullMarked
package org.ticktoquote.clients.engine;

import org.jspecify.annotations.NullMarked;

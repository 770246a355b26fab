/** QuickFIX/J sessions over t2q's own connections: accepting, connecting, TLS, send queues and heartbeats. */
@NullMarked
package org.ticktoquote.fix.session;

import org.jspecify.annotations.NullMarked;

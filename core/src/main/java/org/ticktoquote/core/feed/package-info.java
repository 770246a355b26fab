/** Market-data feed (docs/feed.md) as its readers share it: framing and messages. */
@NullMarked
package org.ticktoquote.core.feed;

import org.jspecify.annotations.NullMarked;

/** Requests for market data, read and written, and their rejections. */
@NullMarked
package org.ticktoquote.fix.marketdata;

import org.jspecify.annotations.NullMarked;
